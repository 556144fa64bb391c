import { RETRYING } from '../ui/retrying.ts'
import type { Work } from './intentions.ts'
import { useMoveKeys } from './move-keys.ts'

/** The words of a move: its button, its button at work, and the key that chooses it. */
export interface MoveWords {
  readonly button: string
  readonly working: string
  readonly key?: string
}

interface MoveButtonsProps<Move extends string> {
  /** What this person may do now, the usual first. */
  readonly may: readonly Move[]
  readonly words: Readonly<Record<Move, MoveWords>>
  readonly work: Work<Move> | undefined
  readonly choose: (move: Move) => void
}

/** The buttons that decide something; while a choice is under way they say so and choose nothing. */
export function MoveButtons<Move extends string>({ may, words, work, choose }: MoveButtonsProps<Move>) {
  const keys = Object.fromEntries(may.flatMap((move) => (words[move].key ? [[words[move].key, move]] : [])))
  useMoveKeys<Move>(work === undefined, keys, choose)
  return (
    <>
      {may.map((move) => {
        const { button, working, key } = words[move]
        return (
          <button
            key={move}
            type="button"
            className={`button${key === 'v' ? ' primary' : ''}`}
            aria-keyshortcuts={key}
            aria-disabled={work !== undefined}
            onClick={() => work === undefined && choose(move)}
          >
            {work?.move === move ? working : button}
            {key !== undefined && work === undefined && (
              <span className="key" aria-hidden="true">
                {key}
              </span>
            )}
          </button>
        )
      })}
      <p className="note" role="status">
        {work?.retrying && RETRYING}
      </p>
    </>
  )
}
