import type { TypeDocument } from 'antenne-client'
import { useServices } from '../api.ts'
import type { KycEntry, Urgency } from '../kyc.ts'
import { Link, navigate, usePath, useSearch } from '../router.tsx'
import { useMe, useRights } from '../session/me.ts'
import { Mark } from '../ui/badge.tsx'
import { useDrop, useNoStrayDrops } from '../ui/file-field.tsx'
import { DepositDialog, Progress } from './deposit-dialog.tsx'
import { WaitingDeposit } from './deposit-waiting.tsx'
import { useDepositing } from './depositing.ts'
import { refusedSince } from './document-news.ts'

/** Whether the signed-in person may deposit documents of the partners that they see (A5). */
function useDeposits(): boolean {
  const { organisation } = useMe()
  const can = useRights()
  return ['partenaire', 'operateur'].includes(organisation.type) && can('partenaires.documents_deposer')
}

/** The address of a partner's file with the form of one document open. */
const depositHref = (partenaire_id: string, type_document_id: string): string =>
  `/partenaires/${partenaire_id}?deposer=${type_document_id}`

const isAskedFor = ({ actif, cible }: TypeDocument): boolean => actif && cible === 'partenaire'

type Offered = Urgency | 'facultatif'

/** What the button says, and whether it is what the card is there for. */
const offers: Readonly<Record<Offered, readonly [label: string, wanted: boolean]>> = {
  manquant: ['Déposer', true],
  infecte: ['Déposer de nouveau', true],
  expire: ['Déposer la nouvelle version', true],
  rejete: ['Déposer de nouveau', true],
  a_completer: ['Déposer de nouveau', true],
  expire_bientot: ['Déposer la nouvelle version', true],
  renouvellement: ['Remplacer', false],
  depose: ['Remplacer', false],
  valide: ['Renouveler', false],
  facultatif: ['Déposer', false],
}

interface OfferProps {
  readonly partenaire_id: string
  readonly type: TypeDocument
  readonly urgency: Offered
}

/** The way to the form of a document, for those who may deposit it. */
export function DepositLink(props: OfferProps) {
  return useDeposits() && isAskedFor(props.type) ? <OpenForm {...props} className="button" /> : null
}

function OpenForm({ partenaire_id, type, urgency, className }: OfferProps & { readonly className: string }) {
  const { draft, work } = useDepositing(partenaire_id, type)
  const begun = draft.chosen !== null || draft.date_emission !== '' || draft.date_expiration !== ''
  return (
    <Link className={className} href={depositHref(partenaire_id, type.id)}>
      {work !== null ? 'Voir l’envoi' : begun ? 'Reprendre le dépôt' : offers[urgency][0]}
      <span className="unseen"> : {type.libelle}</span>
    </Link>
  )
}

/** The same on a card, where a file can be dragged, with how far it is and what stood in its way. */
function Offer(props: OfferProps) {
  const { partenaire_id, type, urgency } = props
  const { work, refused, choose } = useDepositing(partenaire_id, type)
  const { over, handlers } = useDrop((file) => {
    navigate(depositHref(partenaire_id, type.id))
    void choose(file)
  })
  return (
    <fieldset className={over ? 'offer over' : 'offer'} aria-label="Dépôt" {...handlers}>
      {work !== null && <Progress work={work} />}
      {refused !== null && <p className="fault">{refused.text}</p>}
      <WaitingDeposit partenaire_id={partenaire_id} type={type} />
      <OpenForm {...props} className={offers[urgency][1] ? 'button primary' : 'button'} />
      {work === null && <span className="note dragging">ou glissez-le ici</span>}
    </fieldset>
  )
}

/**
 * What the card of a document has beside its states: that the latest deposit was refused while an older one still
 * counts, and the way to deposit it, for those who may.
 */
export function CardDeposit({ partenaire_id, entry }: { partenaire_id: string; entry: KycEntry }) {
  const refused = refusedSince(entry)
  const { type, urgency } = entry
  const may = useDeposits() && isAskedFor(type)
  return (
    <>
      {refused !== null && (
        <div className="kyc-other">
          <Mark tone="bad">Dernier dépôt refusé</Mark>
          <p className="motif">
            {refused.motif === null ? 'L’antivirus a bloqué ce fichier.' : `Motif : ${refused.motif}`}
          </p>
        </div>
      )}
      {may && <Offer {...{ partenaire_id, type, urgency: refused === null ? urgency : 'rejete' }} />}
    </>
  )
}

interface FileProps {
  readonly partenaire_id: string
  /** The types that have a card already. */
  readonly shown: readonly string[]
}

/** Documents that nobody requires and nobody has deposited, for those who may. */
export function OptionalDeposits({ partenaire_id, shown }: FileProps) {
  const { types_document } = useServices().configuration
  if (!useDeposits()) return null
  return types_document
    .filter((type) => isAskedFor(type) && !shown.includes(type.id))
    .map((type) => (
      <li key={type.id} className="neutral">
        <div className="kyc-head">
          <strong>{type.libelle}</strong>
          <small>facultatif</small>
        </div>
        <p>Ce document n’est pas exigé. Vous pouvez le déposer.</p>
        <Offer partenaire_id={partenaire_id} type={type} urgency="facultatif" />
      </li>
    ))
}

/** The form that the address names. */
export function OpenDeposit({ partenaire_id }: Pick<FileProps, 'partenaire_id'>) {
  const { types_document } = useServices().configuration
  const path = usePath()
  const named = new URLSearchParams(useSearch()).get('deposer')
  const type = types_document.find((one) => one.id === named && isAskedFor(one))
  useNoStrayDrops()
  if (!useDeposits() || type === undefined) return null
  return (
    <DepositDialog
      key={type.id}
      partenaire_id={partenaire_id}
      type={type}
      close={() => navigate(path, { replace: true })}
    />
  )
}
