import type { DocumentKycDetail } from 'antenne-client'
import { useEffect, useRef } from 'react'
import { count } from '../format.ts'
import { useDocuments } from '../queries.ts'
import { Link, lastAddress, navigate, useSearch } from '../router.tsx'
import { useVerifies } from '../session/me.ts'
import { Icon } from '../ui/icon.tsx'
import { isDialogOpen, isTyping } from '../ui/shortcuts.tsx'
import { documentHref } from './documents.tsx'
import { useSentVerdicts } from './sent-decisions.ts'
import { oldestFirst } from './steady-queue.ts'

/** How much of the queue is known here. */
const KNOWN = 100

/** The way through the queue, from an open document. */
interface Walk {
  /** Its place in the queue; undefined where it does not wait, or far behind. */
  readonly place: number | undefined
  readonly total: number | undefined
  readonly previousHref: string | undefined
  readonly nextHref: string | undefined
  /** Where to go on when this one is done: the next in the queue, else its first, else the queue itself. */
  next(): string
}

export function useQueueWalk(document: DocumentKycDetail): Walk {
  const partenaire_id = new URLSearchParams(useSearch()).get('partenaire_id') ?? undefined
  const { data } = useDocuments({ partenaire_id, taille: KNOWN }, { live: true, enabled: useVerifies() })
  const waiting = data?.donnees ?? []
  const others = waiting.filter(({ id }) => id !== document.id)
  const before = others.filter((other) => oldestFirst(other, document) < 0)
  const after = others.filter((other) => oldestFirst(document, other) < 0)
  const hrefOf = (one: DocumentKycDetail | undefined) => one && documentHref(one.id, partenaire_id)
  const [previousHref, nextHref] = [hrefOf(before.at(-1)), hrefOf(after[0])]
  // What waits to be sent is done.
  const sent = useSentVerdicts()
  const undone = [...after, ...before].find(({ id }) => !sent.has(id))
  const goOn = hrefOf(undone) ?? lastAddress('/documents')
  // Who decides now goes on by what is known when the answer is there.
  const latest = useRef(goOn)
  latest.current = goOn
  return {
    place: waiting.length === others.length ? undefined : before.length + 1,
    total: data?.pagination.total,
    previousHref,
    nextHref,
    next: () => latest.current,
  }
}

/** From document to document of the queue: by link, or by ← and →. Escape goes back to the queue. */
export function QueueWalk({ from }: { readonly from: DocumentKycDetail }) {
  const { place, total, previousHref, nextHref } = useQueueWalk(from)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || isDialogOpen() || document.querySelector(':popover-open') !== null) return
      if (event.key !== 'Escape' && isScrolling(event.target)) return
      const to = { ArrowLeft: previousHref, ArrowRight: nextHref, Escape: lastAddress('/documents') }[
        event.key
      ]
      if (to === undefined) return
      event.preventDefault()
      navigate(to, { back: event.key === 'Escape' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [previousHref, nextHref])
  return (
    <nav className="walk" aria-label="File des documents à vérifier">
      {previousHref !== undefined && (
        <Link className="button" href={previousHref} aria-keyshortcuts="ArrowLeft">
          <Icon name="previous" />
          Précédent
        </Link>
      )}
      <span className="figures">
        {total !== undefined &&
          (place === undefined ? `${count(total)} à vérifier` : `${count(place)} sur ${count(total)}`)}
      </span>
      {nextHref !== undefined && (
        <Link className="button" href={nextHref} aria-keyshortcuts="ArrowRight">
          Suivant
          <Icon name="next" />
        </Link>
      )}
    </nav>
  )
}

/** Whether arrows move an enlarged picture. */
const isScrolling = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('.leaf.large')
