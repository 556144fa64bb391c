import { useMemo } from 'react'
import { useMeans } from '../api.ts'
import { phone } from '../format.ts'
import { useRights } from '../session/me.ts'

/** Names for ids in an exported file. */
export interface Names {
  /** Looks up those that are not known yet. */
  learn(ids: readonly (string | null)[], signal: AbortSignal): Promise<void>
  nameOf(id: string): string
}

const AT_ONCE = 4

function namesBy(read: (id: string, signal: AbortSignal) => Promise<{ raison_sociale: string }>): Names {
  const known = new Map<string, string>()
  return {
    nameOf: (id) => known.get(id) ?? id,
    async learn(ids, signal) {
      const wanted = [...new Set(ids)].filter((id): id is string => id !== null && !known.has(id))
      const work = async () => {
        for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
          const found = await read(id, signal).catch(() => null)
          signal.throwIfAborted()
          if (found !== null) known.set(id, found.raison_sociale)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
  }
}

const nobodys: Names = { learn: async () => {}, nameOf: (id) => id }

export function useNamesOfPartners(): Names {
  const { patient } = useMeans()
  const allowed = useRights()('partenaires.consulter')
  return useMemo(
    () => (allowed ? namesBy((id, signal) => patient.lirePartenaire(id, { signal })) : nobodys),
    [patient, allowed],
  )
}

/** (+225) 07 12 34 56 78: a cell that begins with + would be a formula. */
export const phoneCell = (telephone: string | null): string | null =>
  telephone === null
    ? null
    : phone(telephone)
        .replaceAll('\u00a0', ' ')
        .replace(/^\+225/, '(+225)')
