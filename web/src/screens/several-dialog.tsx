import type { ReservationDetail } from 'antenne-client'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { several } from '../format.ts'
import { Icon } from '../ui/icon.tsx'
import { areKeysOn } from '../ui/keys.tsx'
import type { DecidingSeveral, Run } from './deciding-several.ts'
import type { Work } from './intentions.ts'
import { Motif } from './motif.tsx'
import { motifs, useMotif } from './motifs.ts'
import { moves } from './outcome-words.ts'

/** What may be done with several requests at once. */
export type SharedMove = 'validee' | 'refusee'

interface SeveralDialogProps {
  readonly move: SharedMove
  /** As they were shown when the dialog opened. */
  readonly rows: readonly ReservationDetail[]
  readonly deciding: DecidingSeveral
  readonly works: Readonly<Record<string, Work>>
  readonly close: () => void
}

/** Asks once for several requests, then says how far they are, and in the end what became of each. */
export function SeveralDialog({ move, rows, deciding, works, close }: SeveralDialogProps) {
  const { run, start } = deciding
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { motif, write } = useMotif(`${move} plusieurs`)
  useEffect(() => dialog.current?.showModal(), [])
  const submit = async () => {
    if (run !== null || (move === 'refusee' && motif.trim() === '')) return
    const told = await start(rows, { move, motif: motif.trim() })
    if (told.every(({ over }) => over)) write('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const again = move === 'validee' && event.key === 'v' && areKeysOn()
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.repeat || (!again && !sends)) return
    event.preventDefault()
    void submit()
  }
  const count = several(rows.length, 'demande')
  const leave = () => dialog.current?.close()
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={close} onKeyDown={onKeyDown}>
      <h2 id={titleId}>{run?.over ? 'Compte rendu' : `${moves[move].button} ${count}`}</h2>
      {run?.over ? (
        <Report run={run} close={leave} />
      ) : (
        <form
          className="deciding"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {move === 'validee' || run !== null ? (
            <ul className="asked">
              {rows.map(({ id, client, partenaire }) => (
                <li key={id}>
                  <strong>{client.raison_sociale}</strong>,{' '}
                  {move === 'validee' ? 'attribué à' : 'demandé par'} {partenaire.raison_sociale}
                </li>
              ))}
            </ul>
          ) : (
            <Motif usual={motifs.refusee} value={motif} write={write} />
          )}
          <div className="decision">
            <button type="submit" className="button primary" aria-disabled={run !== null}>
              {run === null ? `${moves[move].button} ${count}` : moves[move].working}
            </button>
            <button type="button" className="button" onClick={leave}>
              {run === null ? 'Revenir' : 'Continuer sans attendre'}
            </button>
          </div>
          <div role="status">{run !== null && <Progress run={run} works={works} />}</div>
        </form>
      )}
    </dialog>
  )
}

/** « 2 sur 3 », and whether the one under way is sent again. */
export function Progress({ run, works }: { readonly run: Run } & Pick<SeveralDialogProps, 'works'>) {
  const { rows, told } = run
  const current = rows[told.length]
  return (
    <>
      <progress value={told.length} max={rows.length} aria-label="Décisions faites" />{' '}
      <span className="figures">
        {told.length} sur {rows.length}
      </span>
      {current !== undefined && works[current.id]?.retrying && (
        <p className="note">
          Le réseau ou le service ne répond pas : nouvel essai automatique. Chaque demande n’est décidée
          qu’une fois.
        </p>
      )}
    </>
  )
}

function Report({ run: { rows, told }, close }: { readonly run: Run; readonly close: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const left = told.filter(({ over }) => !over).length
  return (
    <div className="deciding">
      <ul className="report">
        {told.map(({ tone, text }, index) => (
          <li key={rows[index]?.id} className={tone}>
            <Icon name={tone === 'good' ? 'check' : 'alert'} />
            {text}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="note">
          {left === 1
            ? 'Une demande reste choisie : vous pouvez réessayer.'
            : `${left} demandes restent choisies : vous pouvez réessayer.`}
        </p>
      )}
      <div className="decision">
        <button ref={button} type="button" className="button primary" onClick={close}>
          Fermer
        </button>
      </div>
    </div>
  )
}
