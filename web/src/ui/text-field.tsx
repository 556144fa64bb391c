import { useId } from 'react'
import { useLocked } from './locked.ts'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called when the person has left the field. */
  readonly onDone?: () => void
  readonly fault?: string | undefined
  readonly required?: boolean
  readonly type?: 'text' | 'tel' | 'email' | 'date'
  /** The first and the last date, of a date. */
  readonly min?: string
  readonly max?: string
  readonly inputMode?: 'decimal'
  readonly hint?: string
}

/** A field of a form, with what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onDone, fault, required = false, type = 'text', inputMode, hint } = props
  const { min, max } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && ' (obligatoire)'}
      </label>
      <input
        id={id}
        type={type}
        inputMode={inputMode}
        min={min}
        max={max}
        required={required}
        readOnly={useLocked()}
        value={value}
        placeholder={hint}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-faute`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
      />
      {fault !== undefined && (
        <p className="fault" id={`${id}-faute`}>
          {fault}
        </p>
      )}
    </div>
  )
}
