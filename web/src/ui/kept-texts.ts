import { newKey } from 'antenne-client'
import { useRef, useState } from 'react'
import { useDraft } from './draft.ts'
import type { Texts } from './form-field.tsx'

/** What is edited, as it was read. */
export interface Read<Name extends string> {
  readonly values: Texts<Name>
  /** Its version; empty for what is new. */
  readonly version: string
}

/** What is kept of a form: what was typed, over which values, and the key under which it is sent over that version. */
interface Kept<Name extends string> {
  readonly texts: Partial<Texts<Name>>
  readonly base: Partial<Texts<Name>>
  readonly version: string
  readonly key: string
}

interface Form<Name extends string> {
  readonly read: Read<Name>
  readonly texts: Texts<Name>
  /** The values over which the person began to type: others may have written since. */
  readonly base: Texts<Name>
  /** What somebody else wrote where the person typed. */
  readonly theirs: Partial<Texts<Name>>
  readonly key: string
}

const pick = <Name extends string>(texts: Texts<Name>, names: readonly Name[]): Partial<Texts<Name>> =>
  Object.fromEntries(names.map((name) => [name, texts[name]])) as Partial<Texts<Name>>

const namesOf = <Name extends string>({ values }: Read<Name>): Name[] => Object.keys(values) as Name[]

const typedIn = <Name extends string>({ read, texts }: Form<Name>): Name[] =>
  namesOf(read).filter((name) => texts[name] !== read.values[name])

const keptOf = <Name extends string>(form: Form<Name>): Kept<Name> => {
  const [names, { version }] = [typedIn(form), form.read]
  return { texts: pick(form.texts, names), base: pick(form.base, names), version, key: form.key }
}

/** The form over what is there now: what the person has not touched follows it. */
function over<Name extends string>(form: Form<Name>, read: Read<Name>): Form<Name> {
  const typed = typedIn(form)
  const both = typed.filter((name) => ![form.base[name], form.texts[name]].includes(read.values[name]))
  return {
    read,
    texts: { ...read.values, ...pick(form.texts, typed) },
    base: { ...read.values, ...pick(form.base, typed) },
    theirs: pick(read.values, both),
    key: form.read.version === read.version ? form.key : newKey(),
  }
}

/** Version 0.1.0 kept the texts alone: as if there had been nothing before, so that the person compares. */
const withBase = <Name extends string>(kept: Stored<Name>): Kept<Name> => {
  if (isWhole(kept)) return kept
  const base = Object.fromEntries(Object.keys(kept).map((name) => [name, ''])) as Texts<Name>
  return { texts: kept, base, version: '', key: newKey() }
}
type Stored<Name extends string> = Kept<Name> | Partial<Texts<Name>>
const isWhole = <Name extends string>(kept: Stored<Name>): kept is Kept<Name> => 'texts' in kept

/** The form as it is opened, with what was typed before. */
function opened<Name extends string>(stored: Stored<Name> | null, read: Read<Name>): Form<Name> {
  const { values } = read
  const blank = { read, texts: values, base: values, theirs: {}, key: newKey() }
  if (stored === null) return blank
  const { texts, version, key, ...kept } = withBase(stored)
  const base = { ...values, ...kept.base }
  return over({ ...blank, read: { values: base, version }, texts: { ...values, ...texts }, base, key }, read)
}

/** What somebody types in a form, kept on the device until it is sent or given up. */
export function useKeptTexts<Name extends string>(of: string, read: Read<Name>) {
  const draft = useDraft<Stored<Name>>(of)
  const [form, setForm] = useState(() => opened(draft.read(), read))
  const [taken] = useState(() => typedIn(form).length > 0)
  const now = useRef(form)
  const show = (next: Form<Name>) => {
    now.current = next
    setForm(next)
    if (typedIn(next).length > 0) draft.keep(keptOf(next))
    else draft.forget()
  }
  return {
    ...form,
    /** Whether it goes on with what was typed before. */
    taken,
    kept: keptOf(form),
    /** Changes some of the texts as they are by then: that is another intention. */
    keep: (changed: Partial<Texts<Name>>) =>
      show({ ...now.current, texts: { ...now.current.texts, ...changed }, key: newKey() }),
    /** Goes on over what somebody else has written meanwhile. */
    goOnOver: (next: Read<Name>) => show(over(now.current, next)),
    forget: draft.forget,
    forgetIf: draft.forgetIf,
  }
}
