import { useMemo } from 'react'
import { useServices } from '../api.ts'
import { phone } from '../format.ts'
import { namesOf } from '../names.ts'

/** Names for ids in an exported file. */
interface Names {
  /** Looks up those that are not known yet. */
  learn(ids: readonly (string | null)[], signal: AbortSignal): Promise<void>
  nameOf(id: string): string
}

export function useExportedNames(): Names {
  const { patient } = useServices()
  return useMemo(() => {
    const known = new Map<string, string>()
    return {
      nameOf: (id) => known.get(id) ?? id,
      async learn(ids, signal) {
        const wanted = [...new Set(ids)].filter((id): id is string => id !== null && !known.has(id))
        for (const [id, name] of await namesOf(patient, wanted, signal)) known.set(id, name)
      },
    }
  }, [patient])
}

/** (+225) 07 12 34 56 78: a cell that begins with + would be a formula. */
export const phoneCell = (telephone: string | null): string | null =>
  telephone === null
    ? null
    : phone(telephone)
        .replaceAll('\u00a0', ' ')
        .replace(/^\+225/, '(+225)')
