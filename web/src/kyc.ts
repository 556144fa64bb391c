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

const urgencyOf = ({ statut, date_expiration, fichier }: DocumentKyc, now: number): Urgency => {
  if (fichier.statut_scan === 'infecte') return 'infecte'
  const soon = date_expiration !== null && daysUntil(date_expiration, now) <= SOON
  return statut === 'valide' && soon ? 'expire_bientot' : statut
}

/**
 * Of several documents of one type, the valid one counts, otherwise the newest (the service lists the newest first).
 */
const currentOf = (documents: readonly DocumentKyc[]): DocumentKyc | undefined =>
  documents.find(({ statut }) => statut === 'valide') ?? documents[0]

/**
 * The KYC file by document type. A mandatory type that is absent from the list is missing: the service leaves that to
 * us.
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
    return [{ type: current.type_document, urgency: urgencyOf(current, now), current, renewal, others }]
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
