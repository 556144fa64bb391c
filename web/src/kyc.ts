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

/** What a type requires. A deposit that waits answers for one that expires; an infected one has to be done again. */
function urgencyOfAll(current: DocumentKyc, renewal: DocumentKyc | null, now: number): Urgency {
  const urgency = urgencyOf(current, now)
  if (renewal === null || urgency === 'infecte') return urgency
  if (isInfected(renewal)) return 'infecte'
  return urgency === 'expire_bientot' || urgency === 'expire' ? 'renouvellement' : urgency
}

/**
 * Of several documents of one type, the valid one counts, otherwise the newest that is not a renewal of an expired one
 * (the service lists the newest first).
 */
const currentOf = (documents: readonly DocumentKyc[]): DocumentKyc | undefined => {
  const [newest, ...older] = documents
  const expired = newest?.statut === 'depose' ? older.find(({ statut }) => statut !== 'depose') : undefined
  return (
    documents.find(({ statut }) => statut === 'valide') ?? (expired?.statut === 'expire' ? expired : newest)
  )
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
    const waiting = group.find(({ statut, cree_le }) => statut === 'depose' && cree_le > current.cree_le)
    const renewal = waiting ?? null
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
