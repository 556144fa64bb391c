import { type Locality, localityFor, near } from '../geography.ts'
import { fixedLine, mobile, ncc, rccm } from '../identifiers.ts'
import { address, companyName, families, firstNames, jobs, legalForms, slug, variant } from '../names.ts'
import { mix, pick } from '../random.ts'
import type {
  ClientRecord,
  ContactRecord,
  Evidence,
  OrganisationRecord,
  ReservationRecord,
  SiteRecord,
} from '../records.ts'
import { secteurs } from '../reference.ts'
import { OPERATORS, type Population, type Profile, USERS_PER_PARTNER } from './population.ts'

const familySlugs = families.map(slug)
const firstNameSlugs = firstNames.map(slug)
const CONTACTS_PER_CLIENT = 4
const SITES_PER_CLIENT = 4
const kycOfClients: readonly ClientRecord['statut_kyc'][] = [
  'conforme',
  'conforme',
  'conforme',
  'a_completer',
]
const kycOfProspects: readonly ClientRecord['statut_kyc'][] = [
  'a_fournir',
  'a_fournir',
  'en_verification',
  'rejete',
]
const sitesOfClients: readonly SiteRecord['statut'][] = [
  'actif',
  'actif',
  'installe',
  'a_installer',
  'suspendu',
]
const siteNames = ['Siège', 'Agence', 'Entrepôt', 'Dépôt', 'Usine', 'Chantier', 'Magasin', 'Annexe'] as const
const refusals = [
  'Client déjà suivi par un autre partenaire.',
  'Justificatifs de prospection insuffisants.',
  'Zone non couverte par votre contrat-cadre.',
] as const
const cancellations = [
  'Demande retirée par le partenaire.',
  "Le client n'a pas confirmé son intérêt.",
] as const

type Detail = { readonly place: Locality; readonly secteur: (typeof secteurs)[number]; readonly name: string }

/** The clients of a large world with all that hangs on them, each record a pure function of its index. */
export function clientRecords(world: Population) {
  const { calendar, id } = world

  function detail(index: number, profile: Profile): Detail {
    const { hash } = profile
    const place = localityFor(mix(hash, 30))
    const secteur = pick(secteurs, mix(hash, 31))
    const name = profile.duplicate
      ? variant(detail(index - 1, world.profile(index - 1)).name, hash)
      : companyName(mix(hash, 32), secteur.code, place)
    return { place, secteur, name }
  }

  // Another spelling of a client keeps its telephone.
  const telephone = (index: number, profile: Profile): string =>
    profile.duplicate ? telephone(index - 1, world.profile(index - 1)) : fixedLine(mix(profile.hash, 33))

  const user = (partner: number, hash: number): string =>
    id('utilisateur_partenaire', partner * USERS_PER_PARTNER + (hash % USERS_PER_PARTNER))
  const operator = (hash: number): string => id('operateur', hash % OPERATORS)
  const partnerId = (partner: number): string | null => (partner < 0 ? null : id('partenaire', partner))

  function organisation(index: number): OrganisationRecord {
    const profile = world.profile(index)
    const cree_le = calendar.instant(profile.age, profile.hash)
    return {
      id: id('organisation_client', index),
      type: 'client',
      nom: detail(index, profile).name,
      statut: profile.hash % 200 === 0 ? 'suspendue' : 'active',
      cree_le,
      modifie_le: cree_le,
    }
  }

  function client(index: number): ClientRecord {
    const profile = world.profile(index)
    const { hash, statut, creator, age } = profile
    const { place, secteur, name } = detail(index, profile)
    const bought = statut === 'actif' || statut === 'reserve'
    const credit = statut === 'actif' && mix(hash, 34) % 6 === 0
    const registered = bought || mix(hash, 35) % 10 < 6
    const owner = mix(hash, 36)
    return {
      id: id('client', index),
      organisation_id: id('organisation_client', index),
      raison_sociale: name,
      forme_juridique: registered ? pick(legalForms, mix(hash, 37)) : null,
      rccm: registered ? rccm(place.court, index) : null,
      ncc: registered ? ncc(index, mix(hash, 38)) : null,
      secteur_id: mix(hash, 39) % 30 === 0 ? null : secteur.id,
      adresse_facturation: address(place, mix(hash, 40)),
      ville: place.ville,
      zone_id: place.zone_id,
      telephone: telephone(index, profile),
      email: `contact@${pick(familySlugs, owner)}-${index + 1}.example`,
      origine: creator >= 0 ? 'partenaire' : mix(hash, 41) % 2 === 0 ? 'direct' : 'import',
      statut,
      statut_kyc: pick(bought ? kycOfClients : kycOfProspects, mix(hash, 42)),
      partenaire_actuel_id: partnerId(profile.manager),
      credit_approuve: credit,
      plafond_encours: credit ? 250_000 * (1 + (mix(hash, 43) % 40)) : null,
      credit_approuve_par: credit ? operator(hash) : null,
      cree_par: creator >= 0 ? user(creator, owner) : mix(hash, 41) % 2 === 0 ? operator(owner) : null,
      cree_le: calendar.instant(age, hash),
      modifie_le: calendar.instant(1 + (mix(hash, 44) % (age - 1)), mix(hash, 45)),
    }
  }

  function* contacts(index: number): Generator<ContactRecord> {
    const { hash, age } = world.profile(index)
    const draw = mix(hash, 50) % 100
    const count = draw < 85 ? 1 : draw < 95 ? 2 : 3
    const cree_le = calendar.instant(age, hash)
    for (let rank = 0; rank < count; rank++) {
      const own = mix(hash, 51 + rank)
      const first = mix(own, 1) % firstNames.length
      const family = mix(own, 2) % families.length
      yield {
        id: id('contact', index * CONTACTS_PER_CLIENT + rank),
        client_id: id('client', index),
        prenom: firstNames[first] as string,
        nom: families[family] as string,
        fonction: own % 9 === 0 ? null : pick(jobs, mix(own, 3)),
        email:
          own % 7 === 0
            ? null
            : `${firstNameSlugs[first]}.${familySlugs[family]}.${index + 1}@courriel.example`,
        telephone: mobile(mix(own, 4)),
        principal: rank === 0,
        cree_le,
        modifie_le: cree_le,
      }
    }
  }

  function* sites(index: number): Generator<SiteRecord> {
    const { hash, age, statut } = world.profile(index)
    const draw = mix(hash, 60) % 100
    const count = draw < 8 ? 0 : draw < 75 ? 1 : draw < 90 ? 2 : draw < 96 ? 3 : 4
    const cree_le = calendar.instant(age, hash)
    for (let rank = 0; rank < count; rank++) {
      const own = mix(hash, 61 + rank)
      const place = localityFor(rank === 0 ? mix(hash, 30) : mix(own, 1))
      const located = own % 12 !== 0
      const state = mix(own, 6)
      yield {
        id: id('site', index * SITES_PER_CLIENT + rank),
        client_id: id('client', index),
        libelle: rank === 0 ? 'Siège' : `${pick(siteNames, mix(own, 2))} ${place.de}`,
        adresse: own % 10 === 0 ? null : address(place, mix(own, 3)),
        ville: place.ville,
        zone_id: place.zone_id,
        latitude: located ? near(place.latitude, mix(own, 4)) : null,
        longitude: located ? near(place.longitude, mix(own, 5)) : null,
        contact_id: state % 3 === 0 ? null : id('contact', index * CONTACTS_PER_CLIENT),
        statut:
          statut === 'actif' ? pick(sitesOfClients, state) : statut === 'inactif' ? 'resilie' : 'a_qualifier',
        cree_le,
        modifie_le: calendar.instant(1 + (state % (age - 1)), own),
      }
    }
  }

  function evidence(index: number, profile: Profile, controle_le: string): Evidence {
    const correspondances: Evidence['correspondances'] = []
    if (profile.duplicate) {
      const close = world.profile(index - 1)
      correspondances.push({
        client_id: id('client', index - 1),
        raison_sociale: detail(index - 1, close).name,
        partenaire_actuel_id: partnerId(close.manager),
        criteres: ['raison_sociale_proche', 'telephone_identique'],
        similarite: profile.hash % 3 === 2 ? 0.84 : 1,
      })
    }
    const resultat = correspondances.length > 0 ? 'doublon_potentiel' : 'aucun'
    return { resultat, controle_le, correspondances, reservations_concurrentes: [] }
  }

  function* reservations(index: number): Generator<ReservationRecord> {
    const profile = world.profile(index)
    const { hash, claimant, claim, rival, age } = profile
    if (claim === null) return
    const pending = claim === 'demandee' || claim === 'conflit'
    const since = pending ? 2 + (mix(hash, 70) % Math.min(60, age - 2)) : age - 1
    const claims = [claimant, rival]
      .filter((partner) => partner >= 0)
      .map((partner, rank) => ({
        partner,
        reservation_id: id('reservation', index * 2 + rank),
        cree_le: calendar.instant(since - rank, mix(hash, 71)),
      }))
    for (const { partner, reservation_id, cree_le } of claims) {
      const found = evidence(index, profile, cree_le)
      if (claim === 'conflit') {
        found.resultat = 'conflit'
        found.reservations_concurrentes = claims
          .filter((other) => other.partner !== partner)
          .map((other) => ({
            reservation_id: other.reservation_id,
            partenaire_id: id('partenaire', other.partner),
            demandee_le: other.cree_le,
          }))
      }
      const traitee_le = pending ? null : calendar.instant(1 + (mix(hash, 72) % (age - 2)), mix(hash, 73))
      const reasons = claim === 'refusee' ? refusals : claim === 'annulee' ? cancellations : null
      yield {
        id: reservation_id,
        client_id: id('client', index),
        partenaire_id: id('partenaire', partner),
        demandee_par: user(partner, hash),
        statut: claim,
        doublons_detectes: pending || hash % 2 === 0 ? found : null,
        motif_decision: reasons === null ? null : pick(reasons, mix(hash, 74)),
        traitee_par: pending ? null : operator(mix(hash, 75)),
        traitee_le,
        cree_le,
        modifie_le: traitee_le ?? cree_le,
      }
    }
  }

  return { organisation, client, contacts, sites, reservations }
}
