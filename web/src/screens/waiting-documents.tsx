import { age, moment, several } from '../format.ts'
import { useDocuments } from '../queries.ts'
import { Link } from '../router.tsx'
import { Mark } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Deposit } from './document-columns.tsx'
import { Awaited, SHOWN } from './latest-pending.tsx'

/** The documents that wait longest for a verification, and how many wait. */
export function WaitingDocuments() {
  const query = useDocuments({ taille: SHOWN })
  const total = query.data?.pagination.total
  return (
    <Card
      title={total === undefined ? 'Documents à vérifier' : `${several(total, 'document')} à vérifier`}
      aside={<Link href="/documents">Toute la file</Link>}
      className="wide"
    >
      <Loaded query={query} skeleton={<Awaited />}>
        {({ donnees }) => {
          if (donnees.length === 0) return <p className="nothing">Aucun document n’attend de vérification.</p>
          return (
            <ul className="pending">
              {donnees.map((document) => (
                <li key={document.id}>
                  <Link href={`/documents/${document.id}`}>
                    <strong>{document.type_document.libelle}</strong>
                  </Link>
                  <span>{document.partenaire.raison_sociale}</span>
                  {document.infecte ? <Mark tone="bad">Fichier infecté</Mark> : <Deposit of={document} />}
                  <time dateTime={document.cree_le} title={moment(document.cree_le)} className="figures">
                    {age(document.cree_le)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}
