import type { Calendar } from '../calendar.ts'
import { fixedLine, mobile, ncc, rccm } from '../identifiers.ts'
import { address, families, firstNames, jobs, legalForms, slug } from '../names.ts'
import { mix, pick, unit } from '../random.ts'
import type { ClientRecord, ContactRecord, OrganisationRecord, UtilisateurRecord } from '../records.ts'
import { secteurs } from '../reference.ts'
import { type Identity, identities, pairs } from './clientNames.ts'
import type { Partner } from './partners.ts'
import { administrator, demoHash, demoId, organisation, treasurer, user } from './people.ts'

const CLIENTS = 400

/** Why a client is as it is: what its reservations will look like. */
type Situation =
  | 'gere'
  | 'doublon'
  | 'dispute'
  | 'dispute_a_trois'
  | 'conteste'
  | 'demande'
  | 'cree_par_partenaire'
  | 'direct'
  | 'prospect'

/** A client of the demonstration with what the other records need to know. */
export type DemoClient = Identity & {
  readonly index: number
  readonly situation: Situation
  /** Days since the record was created. */
  readonly age: number
  /** The partner that manages it, asks for it or created it. */
  readonly partner: Partner | null
  readonly record: ClientRecord
}

type Segment = {
  readonly count: number
  readonly situation: Situation
  readonly statut: ClientRecord['statut']
}

// In the order of the names: originals, doubles, then the others. 400 in all.
const segments: readonly Segment[] = [
  { count: 12, situation: 'gere', statut: 'actif' },
  { count: 12, situation: 'doublon', statut: 'reservation_demandee' },
  { count: 8, situation: 'dispute', statut: 'reservation_demandee' },
  { count: 1, situation: 'dispute_a_trois', statut: 'reservation_demandee' },
  { count: 3, situation: 'conteste', statut: 'actif' },
  { count: 34, situation: 'demande', statut: 'reservation_demandee' },
  { count: 30, situation: 'cree_par_partenaire', statut: 'prospect' },
  { count: 130, situation: 'gere', statut: 'actif' },
  { count: 20, situation: 'direct', statut: 'actif' },
  { count: 55, situation: 'gere', statut: 'reserve' },
  { count: 5, situation: 'direct', statut: 'reserve' },
  { count: 18, situation: 'gere', statut: 'inactif' },
  { count: 17, situation: 'direct', statut: 'inactif' },
  { count: 55, situation: 'prospect', statut: 'prospect' },
]

const kyc: Record<ClientRecord['statut'], readonly ClientRecord['statut_kyc'][]> = {
  actif: ['conforme', 'conforme', 'conforme', 'a_completer'],
  reserve: ['en_verification', 'conforme', 'a_completer', 'a_fournir'],
  reservation_demandee: ['a_fournir', 'en_verification', 'a_fournir'],
  prospect: ['a_fournir', 'a_fournir', 'a_fournir', 'rejete'],
  inactif: ['conforme', 'rejete', 'a_completer'],
}

const managed: ReadonlySet<Situation> = new Set(['gere', 'conteste'])
const brought: ReadonlySet<Situation> = new Set(['cree_par_partenaire', 'demande'])

/** The partner of a client: few have many clients. Suspended ones keep theirs. */
function partnerFor(situation: Situation, all: readonly Partner[], hash: number): Partner | null {
  const holders = all.filter(({ statut }) => statut === 'actif' || statut === 'suspendu')
  const sellers = all.filter(({ statut }) => statut === 'actif')
  const among = managed.has(situation) ? holders : brought.has(situation) ? sellers : []
  return among[Math.floor(unit(hash) ** 2 * among.length)] ?? null
}

function record(
  time: Calendar,
  index: number,
  identity: Identity,
  segment: Segment,
  partner: Partner | null,
  age: number,
): ClientRecord {
  const { place, nom } = identity
  const { statut, situation } = segment
  const hash = demoHash(`client:${index}`)
  const twin = index >= pairs.length ? pairs[index - pairs.length] : undefined
  const same = (critere: (typeof pairs)[number]['criteres'][number]): number =>
    twin?.criteres.includes(critere) ? index - pairs.length : index
  const credit = statut === 'actif' && index % 5 === 0
  const registered = statut === 'actif' || index < 2 * pairs.length || hash % 3 > 0
  const created = partner !== null && (situation === 'cree_par_partenaire' || hash % 2 === 0)
  const origine = created ? 'partenaire' : mix(hash, 9) % 3 === 0 ? 'import' : 'direct'
  return {
    id: demoId(`client:${index}`),
    organisation_id: demoId(`organisation:client:${index}`),
    raison_sociale: nom,
    forme_juridique: hash % 10 === 0 ? null : pick(legalForms, mix(hash, 1)),
    rccm: registered ? rccm(place.court, 1_000_000 + same('rccm_identique') * 3) : null,
    ncc: registered
      ? ncc(5_000_000 + same('ncc_identique'), demoHash(`client:ncc:${same('ncc_identique')}`))
      : null,
    secteur_id:
      index % 25 === 24 ? null : (secteurs.find(({ code }) => code === identity.secteur)?.id ?? null),
    adresse_facturation: index % 14 === 13 ? null : address(place, mix(hash, 2)),
    ville: index % 40 === 39 ? null : place.ville,
    zone_id: index % 40 === 39 ? null : place.zone_id,
    telephone:
      index % 21 === 20 ? null : fixedLine(demoHash(`client:telephone:${same('telephone_identique')}`)),
    email: index % 8 === 7 ? null : `contact@${slug(nom)}.example`,
    origine,
    statut,
    statut_kyc: pick(kyc[statut], mix(hash, 3)),
    partenaire_actuel_id: managed.has(situation) ? (partner?.id ?? null) : null,
    credit_approuve: credit,
    plafond_encours: credit ? 500_000 * (1 + (mix(hash, 4) % 30)) : null,
    credit_approuve_par: credit ? treasurer : null,
    cree_par: created ? pick(partner.sellers, mix(hash, 5)) : origine === 'import' ? null : administrator,
    cree_le: time.instant(age, hash),
    modifie_le: time.instant(1 + (mix(hash, 6) % (age - 1)), mix(hash, 7)),
  }
}

/** The 400 clients. */
export function clients(time: Calendar, partners: readonly Partner[]): DemoClient[] {
  const situations = segments.flatMap((segment) => Array.from({ length: segment.count }, () => segment))
  return identities(CLIENTS).map((identity, index) => {
    const segment = situations[index]
    if (segment === undefined) throw new Error('The segments cover all clients.')
    const hash = demoHash(`client:${index}:partenaire`)
    const partner = partnerFor(segment.situation, partners, hash)
    const waiting = segment.statut === 'reservation_demandee'
    const age = waiting ? 20 + (hash % 60) : 40 + (hash % 350)
    return {
      ...identity,
      index,
      situation: segment.situation,
      age,
      partner,
      record: record(time, index, identity, segment, partner, age),
    }
  })
}

/** The client's own organisation. */
export const organisationOf = (client: DemoClient): OrganisationRecord =>
  organisation(
    client.record.organisation_id,
    'client',
    client.nom,
    client.record.statut === 'inactif' && client.index % 3 === 0 ? 'fermee' : 'active',
    client.record.cree_le,
  )

/** One to four contacts of a client, the first the main one. */
export function contacts(time: Calendar, client: DemoClient): ContactRecord[] {
  const { index, record } = client
  const twin = pairs[index - pairs.length]
  const shared = twin?.criteres.includes('email_contact_identique') ? twin.original : null
  const drawn = demoHash(`client:${index}:contacts`) % 10
  const count = drawn < 4 ? 1 : drawn < 7 ? 2 : drawn < 9 ? 3 : 4
  return Array.from({ length: count }, (_, rank) => {
    // The double of a client whose contact has the same e-mail has the same main contact.
    const owner = shared !== null && rank === 0 ? index - pairs.length : index
    const hash = demoHash(`contact:${owner}:${rank}`)
    const prenom = pick(firstNames, mix(hash, 1))
    const nom = pick(families, mix(hash, 2))
    const domain = slug(owner === index ? client.nom : (shared ?? client.nom))
    return {
      id: demoId(`contact:${index}:${rank}`),
      client_id: record.id,
      prenom,
      nom,
      fonction: hash % 8 === 0 ? null : pick(jobs, mix(hash, 3)),
      email: rank > 0 && hash % 4 === 0 ? null : `${slug(prenom)}.${slug(nom)}@${domain}.example`,
      telephone: rank > 0 && hash % 5 === 0 ? null : mobile(mix(hash, 4)),
      principal: rank === 0,
      cree_le: record.cree_le,
      modifie_le: time.instant(1 + (hash % (client.age - 1)), mix(hash, 5)),
    }
  })
}

const logins = [
  { client: 0, prenom: 'Nadège', nom: 'Amon', role: 'client_gestionnaire' },
  { client: 0, prenom: 'Cédric', nom: 'Assi', role: 'client_lecteur' },
  { client: 3, prenom: 'Salimata', nom: 'Touré', role: 'client_gestionnaire' },
  { client: 5, prenom: 'Boniface', nom: "N'Dri", role: 'client_gestionnaire' },
  { client: 34, prenom: 'Christelle', nom: 'Séka', role: 'client_lecteur' },
  { client: 110, prenom: 'Lassina', nom: 'Doumbia', role: 'client_gestionnaire' },
] as const

/** The few users of client organisations. */
export const clientUsers = (time: Calendar, all: readonly DemoClient[]): UtilisateurRecord[] =>
  logins.flatMap(({ client: index, prenom, nom, role }) => {
    const client = all[index]
    if (client === undefined) return []
    const domain = `${slug(client.nom)}.example`
    const { organisation_id } = client.record
    return [user(time, { prenom, nom, domain, organisation_id, roles: [role], fonction: null })]
  })
