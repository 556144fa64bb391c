import type { DocumentKyc, TypeDocument } from 'antenne-client'
import { daysUntil } from './format.ts'

/** From this many days before its expiry a document is announced. */
const SOON = 30

/** What a document requires, most urgent first. */
export const urgencies = [
  'manquant',
  'infecte',
  'expire',
  'rejete',
  'a_completer',
  'expire_bientot',
  'renouvellement',
  'depose',
  'valide',
] as const
export type Urgency = (typeof urgencies)[number]

/** One type of document in the file of a partner: the document that counts, and the others. */
export interface KycEntry {
  readonly type: TypeDocument
  readonly urgency: Urgency
  readonly current: DocumentKyc | null
  /** A deposit that waits to replace the one that counts. */
  readonly renewal: DocumentKyc | null
  readonly others: readonly DocumentKyc[]
}

const isInfected = ({ fichier }: DocumentKyc): boolean => fichier.statut_scan === 'infecte'

const urgencyOf = (document: DocumentKyc, now: number): Urgency => {
  const { statut, date_expiration } = document
  if (isInfected(document)) return 'infecte'
  const soon = date_expiration !== null && daysUntil(date_expiration, now) <= SOON
  return statut === 'valide' && soon ? 'expire_bientot' : statut
}

/** What a type requires. A deposit that waits answers for one that expires, or is infected. */
function urgencyOfAll(current: DocumentKyc, renewal: DocumentKyc | null, now: number): Urgency {
  const urgency = urgencyOf(current, now)
  if (renewal === null) return urgency
  if (isInfected(renewal)) return urgency === 'depose' ? urgency : 'infecte'
  return answered.includes(urgency) ? 'renouvellement' : urgency
}
const answered: readonly Urgency[] = ['infecte', 'expire_bientot', 'expire']

/** A deposit that waits; an infected one where there is no other. */
const waitingIn = (documents: readonly DocumentKyc[]): DocumentKyc | undefined => {
  const waiting = documents.filter(({ statut }) => statut === 'depose')
  return waiting.find((document) => !isInfected(document)) ?? waiting[0]
}

/**
 * Of several documents of one type, the valid one counts, otherwise a deposit that waits, unless it renews one that has
 * expired, otherwise the newest (the service lists the newest first). An infected one counts where there is no other.
 */
const currentOf = (documents: readonly DocumentKyc[]): DocumentKyc | undefined => {
  const valid = documents.filter(({ statut }) => statut === 'valide')
  if (valid.length > 0) return valid.find((document) => !isInfected(document)) ?? valid[0]
  const [newest] = documents
  const waiting = waitingIn(documents)
  const counts = waiting !== undefined && isInfected(waiting) ? newest : (waiting ?? newest)
  if (counts?.statut !== 'depose') return counts
  const before = documents.slice(documents.indexOf(counts) + 1).find(({ statut }) => statut !== 'depose')
  return before?.statut === 'expire' ? before : counts
}

/**
 * The KYC file by document type. A mandatory type without any document is missing; one whose documents were rejected or
 * have expired is shown as that.
 */
export function kycFile(
  documents: readonly DocumentKyc[],
  types: readonly TypeDocument[],
  now = Date.now(),
): KycEntry[] {
  const byType = new Map<string, DocumentKyc[]>()
  for (const document of documents) {
    const known = byType.get(document.type_document_id)
    if (known === undefined) byType.set(document.type_document_id, [document])
    else known.push(document)
  }
  const present = [...byType.values()].flatMap((group): KycEntry[] => {
    const current = currentOf(group)
    if (current === undefined) return []
    const renewal = waitingIn(group.filter(({ cree_le }) => cree_le > current.cree_le)) ?? null
    const others = group.filter((document) => document !== current && document !== renewal)
    const urgency = urgencyOfAll(current, renewal, now)
    return [{ type: current.type_document, urgency, current, renewal, others }]
  })
  const missing = types
    .filter(
      ({ id, cible, obligatoire, actif }) =>
        cible === 'partenaire' && obligatoire && actif && !byType.has(id),
    )
    .map((type): KycEntry => ({ type, urgency: 'manquant', current: null, renewal: null, others: [] }))
  const rank = ({ urgency, type }: KycEntry) => urgencies.indexOf(urgency) + (type.obligatoire ? 0 : 0.5)
  return [...missing, ...present].sort((a, b) => rank(a) - rank(b))
}

/** The same day so many months later, or the last one of a shorter month: the end that follows from a validity. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
