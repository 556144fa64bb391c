import type { Words } from '../labels.ts'
import { useLocked } from './locked.ts'

interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly all: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string | undefined) => void
}

/** The options of states in words. */
export const optionsOf = <Value extends string>(words: Words<Value> | Readonly<Record<Value, string>>) =>
  Object.entries<string | readonly [string, ...unknown[]]>(words).map(
    ([value, label]) => [value, typeof label === 'string' ? label : label[0]] as const,
  )

/** A filter with few values. */
export function Select({ label, value, all, options, onChange }: SelectProps) {
  const unknown = value !== undefined && !options.some(([known]) => known === value)
  return (
    <label className="field">
      <span>{label}</span>
      <select
        disabled={useLocked()}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{all}</option>
        {options.map(([known, text]) => (
          <option key={known} value={known}>
            {text}
          </option>
        ))}
        {unknown && <option value={value}>Autre</option>}
      </select>
    </label>
  )
}
