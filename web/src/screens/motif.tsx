import { useLayoutEffect, useRef } from 'react'
import { useMe } from '../session/me.ts'

interface MotifProps {
  /** Usual reasons. */
  readonly usual: readonly string[]
  readonly value: string
  readonly write: (text: string) => void
}

/** A reason: a usual one, which can be edited, or one's own. */
export function Motif({ usual, value, write }: MotifProps) {
  const reader = useMe().organisation.type === 'partenaire' ? 'à l’opérateur' : 'au partenaire'
  const field = useRef<HTMLTextAreaElement>(null)
  // Its dialog opens after this, and gives it the focus: a space that is typed presses no button.
  useLayoutEffect(() => field.current?.setAttribute('autofocus', ''), [])
  const choose = (text: string) => {
    write(text)
    field.current?.focus()
  }
  return (
    <>
      <fieldset className="motifs">
        <legend>Motifs courants</legend>
        {usual.map((text) => (
          <button key={text} type="button" className="button" onClick={() => choose(text)}>
            {text}
          </button>
        ))}
      </fieldset>
      <label>
        Motif (communiqué {reader})
        <textarea
          ref={field}
          required
          maxLength={1000}
          rows={3}
          value={value}
          onChange={(event) => write(event.target.value)}
        />
      </label>
    </>
  )
}
