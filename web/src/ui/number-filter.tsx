import { type FormEvent, useEffect, useState } from 'react'

interface NumberFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A filter by an integer, applied when the input is finished. */
export function NumberFilter({ label, value = '', onChange }: NumberFilterProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = (event?: FormEvent) => {
    event?.preventDefault()
    if (text !== value) onChange(text || undefined)
  }
  return (
    <form className="field" onSubmit={apply}>
      <label>
        <span>{label}</span>
        <input
          inputMode="numeric"
          placeholder="Tous"
          size={8}
          value={text}
          onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 9))}
          onBlur={() => apply()}
        />
      </label>
    </form>
  )
}
