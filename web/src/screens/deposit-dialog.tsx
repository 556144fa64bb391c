import type { TypeDocument } from 'antenne-client'
import type { FormEvent } from 'react'
import { useServices } from '../api.ts'
import { day, fileSize, percent, several } from '../format.ts'
import { ACCEPTED } from '../sendable.ts'
import { Dialog, useDialog } from '../ui/dialog.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Locked } from '../ui/locked.ts'
import { TextField } from '../ui/text-field.tsx'
import { expiryOf, today } from './deposit-draft.ts'
import { WaitingDeposit } from './deposit-waiting.tsx'
import { useDepositing } from './depositing.ts'
import type { Work } from './deposits.ts'

interface DepositDialogProps {
  readonly partenaire_id: string
  readonly type: TypeDocument
  readonly close: () => void
}

/** A form for a document of one type. It stays until the document is deposited; closed before, the sending goes on. */
export function DepositDialog({ partenaire_id, type, close }: DepositDialogProps) {
  const dialog = useDialog(close)
  const { fichier_taille_max } = useServices().configuration
  const { draft, file, work, refused, choose, change, send, stop } = useDepositing(partenaire_id, type)
  const { chosen } = draft
  const sending = work !== null && work.step !== 'preparing'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await send()) dialog.leave()
  }
  return (
    <Dialog of={dialog} title={`Déposer : ${type.libelle}`} className="depositing">
      <form className="form" onSubmit={submit} noValidate>
        {refused !== null && (
          <p className="banner" role="alert">
            {refused.text}
          </p>
        )}
        <WaitingDeposit partenaire_id={partenaire_id} type={type} />
        <FileField
          label="Le document"
          accept={ACCEPTED}
          file={file}
          busy={work !== null}
          choose={(one) => void choose(one)}
        >
          {file === null && chosen !== null && (
            <p className="banner">
              {chosen.id === null
                ? `La page a été rechargée : choisissez de nouveau « ${chosen.name} ». Vos dates sont gardées.`
                : `« ${chosen.name} » est déjà envoyé : il reste à appuyer sur « Déposer ».`}
            </p>
          )}
          <p className="note">
            PDF, ou photo du document entier et lisible ; {fileSize(fichier_taille_max)} au plus.{' '}
            <span className="dragging">Vous pouvez aussi glisser le fichier ici.</span>
          </p>
        </FileField>
        <Locked value={sending}>
          <div className="fields">
            <TextField
              label="Date d’émission"
              type="date"
              max={today()}
              value={draft.date_emission}
              fault={refused?.faults?.date_emission}
              onChange={(date_emission) => change({ date_emission })}
            />
            <div>
              <TextField
                label="Date d’expiration"
                type="date"
                min={draft.date_emission || today()}
                value={draft.date_expiration}
                fault={refused?.faults?.date_expiration}
                onChange={(date_expiration) => change({ date_expiration })}
              />
              {draft.date_expiration === '' && (
                <p className="note">{endWords(expiryOf(draft, type), type)}</p>
              )}
            </div>
          </div>
        </Locked>
        {work !== null && <Progress work={work} />}
        <div className="decision">
          <button type="submit" className="button primary" aria-disabled={work !== null}>
            {sending ? 'Dépôt en cours…' : 'Déposer'}
          </button>
          <button type="button" className="button" onClick={dialog.leave}>
            {sending ? 'Continuer sans attendre' : 'Revenir'}
          </button>
          {work?.step === 'file' && (
            <button type="button" className="button" onClick={stop}>
              Arrêter l’envoi
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

const endWords = (end: string | null, { validite_mois }: TypeDocument): string =>
  end === null || validite_mois === null
    ? 'Laissez-la vide si le document n’expire pas.'
    : `Laissée vide : le ${day(end)}, après ${several(validite_mois, 'mois', 'mois')} de validité.`

const steps: Readonly<Record<Work['step'], string>> = {
  preparing: 'Préparation du fichier…',
  file: 'Envoi du fichier',
  document: 'Enregistrement du dépôt…',
}

/** How far it is. Only what a person has to know is read out, not every percent. */
export const Progress = ({ work: { step, share, again, unkept } }: { readonly work: Work }) => (
  <div className="progress">
    <p>
      {steps[step]}
      {step === 'file' && ` : ${percent(share)}`}
    </p>
    <progress aria-label={steps[step]} {...(step === 'file' && { value: share })} />
    <p className="note" role="status">
      {[again, unkept].filter(Boolean).join(' ')}
    </p>
  </div>
)
