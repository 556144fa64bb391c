import type { Calendar } from '../calendar.ts'
import { type Locality, localityFor, near } from '../geography.ts'
import { address } from '../names.ts'
import { mix, pick } from '../random.ts'
import type { ClientRecord, ContactRecord, SiteRecord } from '../records.ts'
import type { DemoClient } from './clients.ts'
import { demoHash, demoId } from './people.ts'

const kinds = [
  'Agence',
  'Entrepôt',
  'Dépôt',
  'Usine',
  'Chantier',
  'Magasin',
  'Base vie',
  'Plantation',
] as const

const states: Record<ClientRecord['statut'], readonly SiteRecord['statut'][]> = {
  actif: ['actif', 'actif', 'actif', 'installe', 'a_installer', 'suspendu'],
  reserve: ['a_qualifier', 'a_installer', 'installe'],
  reservation_demandee: ['a_qualifier'],
  prospect: ['a_qualifier'],
  inactif: ['resilie', 'resilie', 'suspendu'],
}

/** How many sites the client at that place in the list has: 600 for 400 clients, from none to five. */
function count(index: number): number {
  if (index % 20 === 19) return 0
  return 1 + (index % 4 === 1 ? 1 : 0) + (index % 10 === 3 ? 2 : 0) + (index % 40 === 20 ? 4 : 0)
}

const place = (client: DemoClient, rank: number, hash: number): Locality =>
  rank === 0 ? client.place : localityFor(mix(hash, 1))

/** The sites of a client, in real towns; those not yet qualified may lack a position. */
export function sites(time: Calendar, client: DemoClient, contacts: readonly ContactRecord[]): SiteRecord[] {
  return Array.from({ length: count(client.index) }, (_, rank) => {
    const hash = demoHash(`site:${client.index}:${rank}`)
    const where = place(client, rank, hash)
    const located = hash % 9 !== 0
    const statut = pick(states[client.record.statut], mix(hash, 2))
    return {
      id: demoId(`site:${client.index}:${rank}`),
      client_id: client.record.id,
      libelle: rank === 0 ? 'Siège' : `${pick(kinds, mix(hash, 3))} ${where.de}`,
      adresse: hash % 10 === 3 ? null : address(where, mix(hash, 4)),
      ville: located ? where.ville : hash % 2 === 0 ? null : where.ville,
      zone_id: located || hash % 2 === 1 ? where.zone_id : null,
      latitude: located ? near(where.latitude, mix(hash, 5)) : null,
      longitude: located ? near(where.longitude, mix(hash, 6)) : null,
      contact_id: hash % 4 === 0 ? null : pick(contacts, mix(hash, 7)).id,
      statut,
      cree_le: client.record.cree_le,
      modifie_le: time.instant(1 + (mix(hash, 8) % (client.age - 1)), mix(hash, 9)),
    }
  })
}
