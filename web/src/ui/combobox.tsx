import { type KeyboardEvent, useId, useState } from 'react'

interface Choice {
  readonly value: string
  readonly label: string
  readonly note?: string
}

interface ComboboxProps {
  readonly label: string
  readonly all: string
  /** The label of the chosen value. */
  readonly chosen: string | undefined
  readonly choices: readonly Choice[]
  readonly busy?: boolean
  readonly onText: (text: string) => void
  readonly onChange: (value: string | undefined) => void
}

/** A filter with many values, found by typing (the ARIA combobox with a list). */
export function Combobox({ label, all, chosen, choices, busy = false, onText, onChange }: ComboboxProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  // By its value: other choices may come while one is looked at.
  const [activeValue, setActiveValue] = useState<string>()
  const active = choices.findIndex(({ value }) => value === activeValue)
  const setActive = (index: number) => setActiveValue(choices[index]?.value)
  const type = (words: string) => {
    setText(words)
    setActive(-1)
    setOpen(true)
    onText(words)
  }
  const close = () => {
    setOpen(false)
    setText('')
    onText('')
  }
  const choose = (value: string | undefined) => {
    onChange(value)
    close()
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => (open ? setActive(Math.min(active + 1, choices.length - 1)) : type(text)),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: () => choices[active] !== undefined && choose(choices[active].value),
    Escape: close,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="field combobox">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={chosen ?? all}
        className={chosen === undefined ? undefined : 'chosen'}
        value={open ? text : (chosen ?? '')}
        onFocus={() => {
          setText('')
          onText('')
        }}
        onClick={() => type('')}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {chosen !== undefined && !open && (
        <button
          type="button"
          className="clear"
          aria-label={`Retirer le filtre ${label}`}
          onClick={() => choose(undefined)}
        >
          ×
        </button>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!open || choices.length === 0}>
        {choices.map(({ value, label: words, note }, index) => (
          // The input has the keyboard; the list is for the pointer.
          // biome-ignore lint/a11y/useFocusableInteractive: options are reached by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(value)}
          >
            {words}
            {note !== undefined && <small> {note}</small>}
          </div>
        ))}
      </div>
      {open && choices.length === 0 && (
        <p className="combobox-none" role="status">
          {busy ? 'Recherche…' : 'Aucun résultat'}
        </p>
      )}
    </div>
  )
}
