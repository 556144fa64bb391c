import { askedIn } from './asked.ts'
import { navigate, usePath, useSearch } from './router.tsx'

/** The filters of a list. They live in the address: back, reload and a copied link keep them. */
export interface Filters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly page: number
  readonly taille: number
  /** Whether any filter is set: then an empty list means no result. */
  readonly active: boolean
  /** Changes some filters and goes back to the first page. */
  set(changes: Partial<Record<Name, string | undefined>>, how?: { replace?: boolean }): void
  clear(): void
  /** The address of another page of the same list. */
  pageHref(page: number): string
  setTaille(taille: number): void
}

export const sizes = [20, 50, 100] as const

export function useFilters<Name extends string>(
  names: readonly Name[],
  usual: { readonly taille: number } = { taille: 20 },
): Filters<Name> {
  const path = usePath()
  const { values, page, taille } = askedIn(useSearch(), names, usual)
  const address = (of: Partial<Record<Name, string | undefined>>, to: number, size: number) => {
    const next = new URLSearchParams()
    for (const name of names) if (of[name]) next.set(name, of[name])
    if (to > 1) next.set('page', String(to))
    if (size !== usual.taille) next.set('taille', String(size))
    return next.size === 0 ? path : `${path}?${next}`
  }
  return {
    values,
    page,
    taille,
    active: Object.keys(values).length > 0,
    set: (changes, how) => navigate(address({ ...values, ...changes }, 1, taille), how),
    clear: () => navigate(address({}, 1, taille)),
    pageHref: (to) => address(values, to, taille),
    setTaille: (size) => navigate(address(values, 1, size)),
  }
}
