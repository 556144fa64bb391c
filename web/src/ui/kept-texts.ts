import { useRef, useState } from 'react'
import { useDraft } from './draft.ts'
import type { Texts } from './form-field.tsx'

/** What of the texts is the person's own: others may change the rest meanwhile. */
export const typed = <Name extends string>(texts: Texts<Name>, values: Texts<Name>): object =>
  Object.fromEntries(Object.entries<string>(texts).filter(([name, text]) => text !== values[name as Name]))

/** What somebody types in a form, kept on the device until it is sent or given up. */
export function useKeptTexts<Name extends string>(of: string, values: Texts<Name>) {
  const draft = useDraft<object>(of)
  const [begun] = useState(() => draft.read() ?? {})
  const [texts, setTexts] = useState<Texts<Name>>({ ...values, ...begun })
  const now = useRef(texts)
  return {
    texts,
    /** Whether it goes on with what was typed before. */
    taken: Object.keys(begun).length > 0,
    /** Changes some of the texts as they are by then. */
    keep: (changed: Partial<Texts<Name>>) => {
      now.current = { ...now.current, ...changed }
      setTexts(now.current)
      draft.keep(typed(now.current, values))
    },
    forget: draft.forget,
  }
}
