import type { ClientDetail } from 'antenne-client'
import type { ReactNode } from 'react'
import { person } from '../format.ts'
import { statutClient, statutKyc } from '../labels.ts'
import { useClient } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Phone } from '../ui/detail.tsx'
import { Fact, Facts } from '../ui/facts.tsx'

const facts: readonly (readonly [name: string, of: (client: ClientDetail) => ReactNode])[] = [
  ['État', ({ statut }) => <Badge value={statut} of={statutClient} />],
  ['Dossier KYC', ({ statut_kyc }) => <Badge value={statut_kyc} of={statutKyc} />],
  ['Partenaire actuel', ({ partenaire_actuel }) => partenaire_actuel?.raison_sociale],
  ['Ville', ({ ville }) => ville],
  ['RCCM', ({ rccm }) => rccm],
  ['NCC', ({ ncc }) => ncc],
  ['Téléphone', ({ telephone }) => telephone && <Phone number={telephone} />],
  ['Contacts', ({ contacts }) => contacts.map(person).join(', ')],
]

/** What is known of the client that is asked for. */
export function RequestedClient({ id }: { readonly id: string }) {
  const query = useClient(id)
  return (
    <section aria-labelledby="requested-client">
      <h3 id="requested-client">Le client aujourd’hui</h3>
      {query.isError && query.data === undefined ? (
        <p className="note">Sa fiche n’a pas pu être lue. {query.error.message}</p>
      ) : (
        <Facts>
          {facts.map(([name, of]) => (
            <Fact key={name} name={name}>
              {query.data === undefined ? <span className="skeleton" /> : of(query.data)}
            </Fact>
          ))}
        </Facts>
      )}
    </section>
  )
}
