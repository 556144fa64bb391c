import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

const PAUSE = 250
const SHORTEST = 2

interface SearchProps {
  readonly label: string
  readonly value: string
  /** `replace` from the second change on: one step back then undoes the whole search. */
  readonly onChange: (value: string | undefined, how: { replace: boolean }) => void
}

/** A search field that searches while typing. */
export function Search({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const steps = useRef(0)
  // The address was changed by something else: back, a link, cleared filters.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const words = text.trim()
    if (words === asked.current || words.length === 1) return
    const timer = setTimeout(() => {
      asked.current = words
      onChange(words || undefined, { replace: steps.current++ > 0 })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        data-search
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={() => {
          steps.current = 0
        }}
      />
      {text.trim().length > 0 && text.trim().length < SHORTEST ? (
        <span className="hint">encore une lettre</span>
      ) : (
        <span className="key" aria-hidden="true">
          /
        </span>
      )}
    </div>
  )
}
