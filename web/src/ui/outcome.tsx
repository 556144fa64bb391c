import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { Link } from '../router.tsx'
import { Icon } from './icon.tsx'

/** What became of something that a person did. */
export interface Outcome {
  readonly tone: 'good' | 'warning' | 'bad'
  readonly text: string
  /** Where there is more to read. */
  readonly link?: { readonly href: string; readonly text: string }
}

let latest: Outcome | null = null
const listeners = new Listeners()

/** Says what happened, on whatever screen the person is by then. Null takes it away. */
export function tellOutcome(outcome: Outcome | null): void {
  latest = outcome
  listeners.tell()
}

/** The region that is read out: it is always there, and shows the latest outcome until it is closed. */
export function Outcomes() {
  const outcome = useSyncExternalStore(listeners.subscribe, () => latest)
  return (
    <div className="outcomes" role="status">
      {outcome !== null && (
        <div className={`outcome ${outcome.tone}`}>
          <Icon name={outcome.tone === 'good' ? 'check' : 'alert'} />
          <p>
            {outcome.text}
            {outcome.link !== undefined && (
              <>
                {' '}
                <Link href={outcome.link.href} onClick={() => tellOutcome(null)}>
                  {outcome.link.text}
                </Link>
              </>
            )}
          </p>
          <button
            type="button"
            className="button quiet"
            aria-label="Fermer le message"
            onClick={() => tellOutcome(null)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
