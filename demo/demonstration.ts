import { calendar } from './calendar.ts'
import { clients, clientUsers, contacts, organisationOf as ownOrganisation } from './demonstration/clients.ts'
import { document, logos, partnerDocuments } from './demonstration/compliance.ts'
import { contracts } from './demonstration/contracts.ts'
import { organisationOf, partenaire, partners } from './demonstration/partners.ts'
import { operatorAndThirds } from './demonstration/people.ts'
import { plans } from './demonstration/plans.ts'
import { reservations } from './demonstration/reservations.ts'
import { sites } from './demonstration/sites.ts'
import { zones } from './geography.ts'
import type { WorldWithContents } from './records.ts'
import { roles, secteurs, typesDocument } from './reference.ts'

const askedOfClients = ['client_rccm', 'client_dfe', 'client_identite'] as const
const documentState = {
  conforme: 'valide',
  en_verification: 'depose',
  a_completer: 'a_completer',
  rejete: 'rejete',
} as const

/**
 * The living demonstration world on a given day (YYYY-MM-DD, UTC): the same for the same day, its ids the same on every
 * day.
 */
export function demonstration(today: string): WorldWithContents {
  const time = calendar(today)
  const people = operatorAndThirds(time)
  const distributors = partners(time)
  const companies = clients(time, distributors)
  const contactsOf = new Map(companies.map((client) => [client.index, contacts(time, client)]))
  const agreements = distributors.flatMap((partner) => contracts(time, partner))
  const documents = [
    ...distributors.flatMap((partner) => partnerDocuments(time, partner)),
    // Nobody is shown the documents of clients: their files have no contents.
    ...companies.flatMap(({ index, record }) => {
      if (record.statut_kyc === 'a_fournir' || index % 6 !== 0) return []
      const statut = documentState[record.statut_kyc]
      return askedOfClients.map((code) =>
        document(time, record.organisation_id, `kyc:client:${index}:${code}`, { code, statut }),
      )
    }),
  ]
  const catalogue = plans(time)
  return {
    organisation: () => [
      ...people.organisations,
      ...distributors.map((partner) => organisationOf(time, partner)),
      ...companies.map(ownOrganisation),
    ],
    role: () => roles,
    utilisateur: () => [
      ...people.users,
      ...distributors.flatMap((partner) => partner.users),
      ...clientUsers(time, companies),
    ],
    zone_geographique: () => zones,
    secteur_activite: () => secteurs,
    fichier: () => [
      ...logos(distributors),
      ...agreements.flatMap(({ fichiers }) => fichiers),
      ...documents.map(({ fichier }) => fichier.record()),
    ],
    type_document: () => typesDocument,
    partenaire: () => distributors.map((partner) => partenaire(time, partner)),
    contrat_cadre: () => agreements.map(({ contrat }) => contrat),
    document_kyc: () => documents.map((made) => made.document),
    client: () => companies.map(({ record }) => record),
    contact: () => [...contactsOf.values()].flat(),
    site: () => companies.flatMap((client) => sites(time, client, contactsOf.get(client.index) ?? [])),
    reservation: () => reservations(time, companies, distributors),
    offre: () => catalogue.offres,
    tarif: () => catalogue.tarifs,
    contents: () =>
      documents.flatMap(({ document: { fichier_id: id }, fichier: { bytes } }) =>
        bytes === undefined ? [] : [{ id, bytes: bytes() }],
      ),
  }
}
