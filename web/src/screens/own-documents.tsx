import type { ReactNode } from 'react'
import { useServices } from '../api.ts'
import { age, day, daysUntil, moment, several } from '../format.ts'
import { kycFile } from '../kyc.ts'
import { usePartenaires } from '../queries.ts'
import { Link } from '../router.tsx'
import { Card } from '../ui/facts.tsx'
import { Lines } from '../ui/loaded.tsx'
import { DepositLink } from './deposit.tsx'
import { type News, newsOf } from './document-news.ts'
import { UrgencyMark, useDocumentsKyc } from './kyc-file.tsx'

/**
 * What became of the documents of one's own partner, before everything else. What follows must not move: it is asked
 * for at once, and shown when that is known.
 */
export function OwnDocuments({ children }: { readonly children: ReactNode }) {
  const { types_document } = useServices().configuration
  const own = usePartenaires({ taille: 1 })
  const partner = own.data?.donnees[0]
  const documents = useDocumentsKyc(partner?.id)
  const waiting = own.isPending || (partner !== undefined && documents.isPending)
  const news = documents.data === undefined ? [] : newsOf(kycFile(documents.data.donnees, types_document))
  return (
    <>
      {waiting && <Lines count={8} />}
      {partner !== undefined && news.length > 0 && (
        <Card
          title="Vos documents"
          aside={<Link href={`/partenaires/${partner.id}`}>Ouvrir le dossier</Link>}
          className="news"
        >
          <ul className="kyc">
            {news.map((one) => (
              <Item key={one.entry.type.id} partenaire_id={partner.id} news={one} />
            ))}
          </ul>
        </Card>
      )}
      <div hidden={waiting}>{children}</div>
    </>
  )
}

function Item({ partenaire_id, news }: { readonly partenaire_id: string; readonly news: News }) {
  const { urgency, document, entry } = news
  // Of one that expires, what matters is when.
  const at = urgency.startsWith('expire') ? undefined : (document?.verifie_le ?? document?.cree_le)
  return (
    <li>
      <div className="kyc-head">
        <strong>{entry.type.libelle}</strong>
        <UrgencyMark of={urgency} />
        {at !== undefined && (
          <time dateTime={at} title={moment(at)} className="figures">
            {age(at)}
          </time>
        )}
      </div>
      <p className={document?.motif ? 'motif' : undefined}>{wordsOf(news)}</p>
      {!['depose', 'renouvellement', 'valide'].includes(urgency) && (
        <DepositLink partenaire_id={partenaire_id} type={entry.type} urgency={urgency} />
      )}
    </li>
  )
}

function wordsOf({ urgency, document }: News): string {
  if (document === null) return 'Ce document obligatoire n’a pas été déposé.'
  const { motif, date_expiration, cree_le } = document
  if (urgency === 'infecte') return 'L’antivirus a bloqué ce fichier. Déposez un fichier sain.'
  if (urgency === 'expire_bientot' && date_expiration !== null)
    return daysUntil(date_expiration) === 0
      ? 'Expire aujourd’hui.'
      : `Expire le ${day(date_expiration)}, dans ${several(daysUntil(date_expiration), 'jour')}.`
  if (urgency === 'expire' && date_expiration !== null) return `Expiré le ${day(date_expiration)}.`
  if (motif !== null) return `Motif : ${motif}`
  return urgency === 'valide' ? 'Validé par l’opérateur.' : `Déposé le ${day(cree_le)}.`
}
