import type { Pagination as Place } from 'antenne-client'
import { useEffect, useRef } from 'react'
import { type Filters, sizes } from '../filters.ts'
import { count } from '../format.ts'
import { Link } from '../router.tsx'
import { Icon } from './icon.tsx'

interface PaginationProps {
  readonly place: Place
  readonly filters: Filters<string>
}

/** The first page, the last, and those around the current one. */
function shown(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) =>
    index > 0 && number - (sorted[index - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}

/** Once the page that was asked for is there, its beginning is in sight and has the focus. */
function useTurning(page: number): () => void {
  const turning = useRef(false)
  useEffect(() => {
    if (!turning.current) return
    turning.current = false
    const list = document.querySelector<HTMLElement>('.table-frame')
    list?.focus({ preventScroll: true })
    if ((list?.getBoundingClientRect().top ?? 0) < 0) list?.scrollIntoView()
  }, [page])
  return () => {
    turning.current = true
  }
}

/** The position in a list, and links to its other pages. */
export function Pagination({ place, filters }: PaginationProps) {
  const { page, pages, taille, total } = place
  const turn = useTurning(page)
  const first = (page - 1) * taille + 1
  const last = Math.min(total, page * taille)
  return (
    <nav className="pagination" aria-label="Pages de la liste">
      <p>
        {first <= last ? `${count(first)} à ${count(last)} sur ${count(total)}` : `${count(total)} au total`}
      </p>
      <ul>
        {page > 1 && (
          <li>
            <Link
              href={filters.pageHref(Math.min(page - 1, Math.max(1, pages)))}
              rel="prev"
              onClick={turn}
              aria-label="Page précédente"
            >
              <Icon name="previous" />
            </Link>
          </li>
        )}
        {shown(page, pages).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} className="gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                href={filters.pageHref(number)}
                aria-label={`Page ${number}`}
                onClick={number === page ? undefined : turn}
                aria-current={number === page ? 'page' : undefined}
              >
                {count(number)}
              </Link>
            </li>
          ),
        )}
        {page < pages && (
          <li>
            <Link href={filters.pageHref(page + 1)} rel="next" aria-label="Page suivante" onClick={turn}>
              <Icon name="next" />
            </Link>
          </li>
        )}
      </ul>
      <label>
        Par page
        <select value={taille} onChange={(event) => filters.setTaille(Number(event.target.value))}>
          {[...new Set([...sizes, taille])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </select>
      </label>
    </nav>
  )
}
