import { useLocked } from './locked.ts'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'

/** What a form holds, by field. Nothing is an empty text. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

/** A field of a form: a text, or one of some options. */
export interface Field<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly type?: 'text' | 'tel' | 'email'
  readonly inputMode?: 'decimal'
  readonly required?: boolean
  readonly hint?: string
  readonly options?: readonly (readonly [value: string, label: string])[]
  /** What a pasted text writes in several fields; null where it is for this one. */
  readonly pasted?: (text: string) => Partial<Texts<Name>> | null
  /** The word for no option. */
  readonly none?: string
}

interface FormFieldProps<Name extends string> {
  readonly field: Field<Name>
  readonly value: string
  /** What somebody else has written meanwhile. */
  readonly theirs: string | undefined
  readonly fault: string | undefined
  readonly set: (value: string) => void
  readonly fill: (values: Partial<Texts<Name>>) => void
}

/** A field with what is wrong with it, and what somebody else wrote in it. */
export function FormField<Name extends string>(props: FormFieldProps<Name>) {
  const { field, value, theirs, fault, set, fill } = props
  const { label, options, none, name: _, pasted, ...rest } = field
  const paste = (text: string): boolean => {
    const found = pasted?.(text) ?? null
    if (found !== null) fill(found)
    return found !== null
  }
  const locked = useLocked()
  return (
    <div>
      {options === undefined ? (
        <TextField label={label} {...rest} value={value} fault={fault} onChange={set} onPaste={paste} />
      ) : (
        <>
          <Select
            label={label}
            all={none ?? '—'}
            options={options}
            value={value || undefined}
            onChange={(chosen) => set(chosen ?? '')}
          />
          {fault !== undefined && <p className="fault">{fault}</p>}
        </>
      )}
      {theirs !== undefined && (
        <p className="fault">
          Quelqu’un a écrit : « {options?.find(([known]) => known === theirs)?.[1] ?? (theirs || 'rien')} »{' '}
          <button type="button" className="button" disabled={locked} onClick={() => set(theirs)}>
            Prendre cette valeur
          </button>
        </p>
      )}
    </div>
  )
}
