import { zones } from './geography.ts'
import { clientRecords } from './large/clients.ts'
import { partnerRecords } from './large/partners.ts'
import { planRecords } from './large/plans.ts'
import { type LargeWorldOptions, population } from './large/population.ts'
import { userRecords } from './large/users.ts'
import type { OrganisationRecord, World } from './records.ts'
import { roles, secteurs, typesDocument } from './reference.ts'

function* each<T>(count: number, record: (index: number) => T): Generator<T> {
  for (let index = 0; index < count; index++) yield record(index)
}

function* eachOf<T>(count: number, records: (index: number) => Iterable<T>): Generator<T> {
  for (let index = 0; index < count; index++) yield* records(index)
}

/** A world of the given number of clients for load work: the same for the same options, streamed in constant memory. */
export function largeWorld(options: LargeWorldOptions): World {
  const world = population(options)
  const partners = partnerRecords(world)
  const clients = clientRecords(world)
  const users = userRecords(world)
  const plans = planRecords(world)
  function* organisations(): Generator<OrganisationRecord> {
    yield* users.organisations()
    yield* each(world.partners, partners.organisation)
    yield* each(world.clients, clients.organisation)
  }
  return {
    organisation: organisations,
    role: () => roles,
    utilisateur: users.utilisateurs,
    zone_geographique: () => zones,
    secteur_activite: () => secteurs,
    fichier: () => eachOf(world.partners, partners.files),
    type_document: () => typesDocument,
    partenaire: () => each(world.partners, partners.partenaire),
    contrat_cadre: () => each(world.partners, partners.contrat_cadre),
    document_kyc: () => eachOf(world.partners, partners.documents),
    client: () => each(world.clients, clients.client),
    contact: () => eachOf(world.clients, clients.contacts),
    site: () => eachOf(world.clients, clients.sites),
    reservation: () => eachOf(world.clients, clients.reservations),
    offre: plans.offres,
    tarif: plans.tarifs,
  }
}
