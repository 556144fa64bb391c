import { type ReactNode, useState } from 'react'

interface FilterBarProps {
  /** How many filters are given. */
  readonly given: number
  readonly children: ReactNode
}

/** The filters of a list. On a phone only the search is shown until the others are asked for. */
export function FilterBar({ given, children }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  return (
    <search className={open ? 'filters' : 'filters folded'}>
      {children}
      <button type="button" className="button fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Moins de filtres' : `Filtres${given > 0 ? ` (${given})` : ''}`}
      </button>
    </search>
  )
}
