import type { DocumentKyc } from 'antenne-client'
import type { KycEntry, Urgency } from '../kyc.ts'

const isRefused = ({ statut, fichier }: DocumentKyc): boolean =>
  statut === 'rejete' || statut === 'a_completer' || fichier.statut_scan === 'infecte'

/** The latest deposit, when it was refused and an older one still counts; not while another one waits. */
export function refusedSince({ current, renewal, others }: KycEntry): DocumentKyc | null {
  const [latest] = others
  if (current === null || current.statut === 'depose' || renewal !== null || latest === undefined) return null
  return latest.cree_le > current.cree_le && isRefused(latest) ? latest : null
}

/** What became of the latest deposit of a type, and what has to be done about it. */
export interface News {
  readonly entry: KycEntry
  readonly urgency: Urgency
  readonly document: DocumentKyc | null
}

/** How long a validation is news, in milliseconds. */
const NEW = 14 * 86_400_000

/** What became of deposits comes first, then what is to be done, then what waits. */
const order: readonly Urgency[] = [
  ...(['infecte', 'rejete', 'a_completer'] as const),
  ...(['manquant', 'expire', 'expire_bientot'] as const),
  ...(['valide', 'renouvellement', 'depose'] as const),
]

/** The news of a partner's file. A document that has been valid for long is none. */
export function newsOf(file: readonly KycEntry[], now = Date.now()): News[] {
  return file
    .map((entry): News => {
      const refused = refusedSince(entry)
      if (refused === null) {
        const { urgency, current, renewal } = entry
        return { entry, urgency, document: urgency === 'renouvellement' ? renewal : current }
      }
      const infected = refused.fichier.statut_scan === 'infecte'
      return { entry, urgency: infected ? 'infecte' : (refused.statut as Urgency), document: refused }
    })
    .filter(
      ({ urgency, document }) =>
        urgency !== 'valide' || now - Date.parse(document?.verifie_le ?? '1970-01-01') < NEW,
    )
    .sort((a, b) => order.indexOf(a.urgency) - order.indexOf(b.urgency))
}
