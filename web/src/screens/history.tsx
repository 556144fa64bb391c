import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { libelles, type Mouvement, type TypeOrganisation } from 'antenne-client'
import { useState } from 'react'
import { useApi } from '../api.ts'
import { count, moment, person } from '../format.ts'
import { useRights } from '../session/me.ts'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { Name } from '../ui/names.tsx'
import { fieldWords, gestureWords, isReference, isShown, resourceWords, valueWords } from './history-words.ts'

interface HistoryProps {
  readonly of: 'client' | 'reservation' | 'document'
  readonly id: string
}

/** What was done to a client, a reservation or a document, for those who may read the journal. */
export function History({ of, id }: HistoryProps) {
  return useRights()('journal.consulter') ? <Movements of={of} id={id} /> : null
}

function Movements({ of, id }: HistoryProps) {
  const api = useApi()
  const [page, setPage] = useState(1)
  const read = {
    client: api.lireHistoriqueClient,
    reservation: api.lireHistoriqueReservation,
    document: api.lireHistoriqueDocumentKyc,
  }[of]
  const query = useQuery({
    queryKey: ['historique', of, id, page],
    queryFn: ({ signal }) => read(id, { page, taille: 10 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title="Historique" className="wide">
      <Loaded query={query} skeleton={<Lines count={4} />}>
        {({ donnees, pagination }) => (
          <>
            {donnees.length === 0 && <p className="nothing">Aucune action pour l’instant.</p>}
            <ol className="history">
              {donnees.map((movement) => (
                <li key={movement.id}>
                  <MovementText movement={movement} />
                </li>
              ))}
            </ol>
            {pagination.pages > 1 && (
              <p className="row-actions">
                <button
                  type="button"
                  className="button"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  Plus récent
                </button>
                <span>
                  {count(pagination.page)} sur {count(pagination.pages)}
                </span>
                <button
                  type="button"
                  className="button"
                  disabled={page >= pagination.pages}
                  onClick={() => setPage(page + 1)}
                >
                  Plus ancien
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Who acted, where their name is not told. */
const authors: Readonly<Record<TypeOrganisation, string>> = {
  operateur: 'l’opérateur',
  partenaire: 'le partenaire',
  client: 'le client',
  tiers: 'un réseau tiers',
}

function MovementText({ movement }: { readonly movement: Mouvement }) {
  const { fait_le, auteur, type_auteur, changements } = movement
  const who = auteur === null ? (type_auteur === null ? 'le service' : authors[type_auteur]) : person(auteur)
  return (
    <>
      <p>
        <strong>{gestureWords(movement)}</strong>, par {who}
        {auteur !== null &&
          type_auteur !== null &&
          ` (${libelles.TypeOrganisation[type_auteur].toLocaleLowerCase('fr')})`}
        , le <time dateTime={fait_le}>{moment(fait_le)}</time>
      </p>
      <ul>
        {changements.map(({ ressource, ressource_id, champs }) =>
          champs
            .filter(({ champ }) => isShown(champ))
            .map(({ champ, avant, apres }) => (
              <li key={`${ressource_id} ${champ}`}>
                {resourceWords[ressource]}, {fieldWords(champ)} :{' '}
                {avant !== null && (
                  <del>
                    <Value of={ressource} champ={champ} value={avant} />
                  </del>
                )}{' '}
                {apres === null ? (
                  'retiré'
                ) : (
                  <ins>
                    <Value of={ressource} champ={champ} value={apres} />
                  </ins>
                )}
              </li>
            )),
        )}
      </ul>
    </>
  )
}

interface ValueProps {
  readonly of: string
  readonly champ: string
  readonly value: string
}

/** What was removed since, or is not this person's to see, has no name. */
const Value = ({ of, champ, value }: ValueProps) =>
  isReference(champ) ? <Name id={value} unseen="nom non communiqué" /> : valueWords(of, champ, value)
