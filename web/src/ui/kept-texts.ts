import { useState } from 'react'
import { useMe } from '../session/me.ts'
import type { Texts } from './form-field.tsx'

/** What somebody types in a form, kept on the device until it is sent or given up. */
export function useKeptTexts<Name extends string>(of: string, values: Texts<Name>) {
  const { utilisateur } = useMe()
  const place = `antenne.brouillon.${utilisateur.id}.${of}`
  const [begun] = useState(() => read(place))
  const [texts, setTexts] = useState<Texts<Name>>({ ...values, ...begun })
  return {
    texts,
    /** Whether it goes on with what was typed before. */
    taken: Object.keys(begun).length > 0,
    keep: (next: Texts<Name>) => {
      setTexts(next)
      const changed = Object.entries<string>(next).filter(([name, text]) => text !== values[name as Name])
      try {
        localStorage.setItem(place, JSON.stringify(Object.fromEntries(changed)))
      } catch {
        // A device without room, or one that keeps nothing: it stays on the screen.
      }
    },
    forget: () => localStorage.removeItem(place),
  }
}

function read(place: string): object {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}')
  } catch {
    return {}
  }
}
