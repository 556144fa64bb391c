import type { ReservationDetail } from 'antenne-client'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { several } from '../format.ts'
import { resultatDoublon } from '../labels.ts'
import { Badge } from '../ui/badge.tsx'
import { Dialog, useDialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { RETRYING } from '../ui/retrying.ts'
import { areKeysOn } from '../ui/shortcuts.tsx'
import { ALONE } from './choosing.ts'
import type { DecidingSeveral, Run } from './deciding-several.ts'
import type { Work } from './intentions.ts'
import { Motif } from './motif.tsx'
import { refusals, useMotif } from './motifs.ts'
import { moves } from './outcome-words.ts'

/** What may be done with several requests at once. */
export type SharedMove = 'validee' | 'refusee'

interface SeveralDialogProps {
  readonly move: SharedMove
  /** As they were shown when the dialog opened. */
  readonly rows: readonly ReservationDetail[]
  /** Those that are chosen now. */
  readonly chosen: readonly ReservationDetail[]
  readonly deciding: DecidingSeveral
  readonly works: Readonly<Record<string, Work>>
  readonly close: () => void
}

/** Asks once for several requests, then says how far they are, and in the end what became of each. */
export function SeveralDialog({ move, rows, chosen, deciding, works, close }: SeveralDialogProps) {
  const { run, start } = deciding
  const dialog = useDialog(close)
  const { motif, write } = useMotif(move, 'plusieurs')
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
  return (
    <Dialog
      of={dialog}
      title={run?.over ? 'Compte rendu' : `${moves[move].button} ${count}`}
      onKeyDown={onKeyDown}
    >
      {run?.over ? (
        <Report run={run} chosen={chosen} close={dialog.leave} />
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
              {rows.map(({ id, client, partenaire, doublons_detectes: check }) => (
                <li key={id}>
                  <strong>{client.raison_sociale}</strong>,{' '}
                  {move === 'validee' ? 'attribué à' : 'demandé par'} {partenaire.raison_sociale}{' '}
                  {check !== null && check.resultat !== 'aucun' && (
                    <Badge value={check.resultat} of={resultatDoublon} />
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <Motif usual={refusals} value={motif} write={write} />
          )}
          <div className="decision">
            <button type="submit" className="button primary" aria-disabled={run !== null}>
              {run === null ? `${moves[move].button} ${count}` : moves[move].working}
            </button>
            <button type="button" className="button" onClick={dialog.leave}>
              {run === null ? 'Revenir' : 'Continuer sans attendre'}
            </button>
          </div>
          <div role="status">{run !== null && <Progress run={run} works={works} />}</div>
        </form>
      )}
    </Dialog>
  )
}

/** « 2 sur 3 », and whether the one under way is sent again. */
export function Progress({ run, works }: { readonly run: Run } & Pick<SeveralDialogProps, 'works'>) {
  const { rows, told } = run
  const current = rows[told.length]
  return (
    <>
      <progress value={told.length} max={rows.length} aria-label="Décisions enregistrées" />{' '}
      <span className="figures">
        {told.length} sur {rows.length}
      </span>
      {current !== undefined && works[current.id]?.retrying && <p className="note">{RETRYING}</p>}
    </>
  )
}

type ReportProps = Pick<SeveralDialogProps, 'chosen' | 'close'> & { readonly run: Run }

function Report({ run: { rows, told }, chosen, close }: ReportProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const failed = rows.filter((_, rank) => told[rank]?.over === false)
  const left = failed.filter(({ id }) => chosen.some((one) => one.id === id)).length
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
      {failed.length > left && <p className="note">{ALONE}</p>}
      {left > 0 && (
        <p className="note">
          {left === 1
            ? 'Une demande reste sélectionnée : vous pouvez réessayer.'
            : `${left} demandes restent sélectionnées : vous pouvez réessayer.`}
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
