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
  /** Takes the focus as it appears. */
  readonly begins?: boolean
  /** Says whether it took a text that is pasted, so that the field does not. */
  readonly onPaste?: ((text: string) => boolean) | undefined
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** A field of a form, with what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onDone, fault, required = false, type = 'text', inputMode, hint } = props
  const { min, max, begins = false, onPaste } = props
  const id = useId()
  const locked = useLocked()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && ' (obligatoire)'}
      </label>
      <input
        id={id}
        ref={begins ? focus : undefined}
        type={type}
        inputMode={inputMode}
        min={min}
        max={max}
        required={required}
        readOnly={locked}
        value={value}
        placeholder={hint}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-faute`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
        onPaste={(event) => {
          if (!locked && onPaste?.(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
      {fault !== undefined && (
        <p className="fault" id={`${id}-faute`}>
          {fault}
        </p>
      )}
    </div>
  )
}
