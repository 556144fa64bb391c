import type { Calendar } from '../calendar.ts'
import { type Locality, locality, zoneByCode, zones } from '../geography.ts'
import { fixedLine, iban, mobile, ncc, rccm } from '../identifiers.ts'
import { address, families, firstNames, slug } from '../names.ts'
import { mix, pick } from '../random.ts'
import type { OrganisationRecord, PartenaireRecord, UtilisateurRecord } from '../records.ts'
import { secteurs } from '../reference.ts'
import { administrator, demoHash, demoId, organisation, type Person, user } from './people.ts'

type Statut = PartenaireRecord['statut']

/** A partner of the demonstration before it becomes records. */
export type Partner = {
  readonly index: number
  readonly id: string
  readonly organisation_id: string
  readonly nom: string
  readonly statut: Statut
  /** Which framework contracts it has: a name of the cases in `contracts.ts`. */
  readonly contrat: string
  readonly place: Locality
  readonly forme: string | null
  readonly domain: string
  /** Users who may ask for clients. */
  readonly sellers: readonly string[]
  readonly users: readonly UtilisateurRecord[]
}

// Name, legal form, place, state, framework contracts. Two pairs differ only by accents or case.
const table = `Savane Télécom|SARL|Korhogo|actif|renouvele
Lagune Connect|SAS|Cocody|actif|double
Étoile du Sud Réseaux|SARL|San-Pédro|actif|renouvele
Etoile du Sud Reseaux|SUARL|Tabou|actif|sans_dates
Bandama Satellite|SARL|Bouaké|actif|en_vigueur
Comoé Liaisons|SARL|Abengourou|actif|finit_aujourdhui
Ets Koné & Frères Télécoms|SNC|Adjamé|actif|commence_aujourdhui
N'Zi Numérique|SARL|Dimbokro|actif|en_vigueur
Cœur d'Ivoire Réseaux|SA|Plateau|actif|en_vigueur
Orbite Services|SARL|Marcory|actif|expire
Tonkpi Connexions|SARL|Man|actif|en_vigueur
Kabadougou Data|SUARL|Odienné|actif|sans_dates
Ivoire Sat Pro|SA|Treichville|actif|en_vigueur
IVOIRE SAT PRO|SARL|Yopougon|actif|fini_hier
Haut-Sassandra Télécoms|SARL|Daloa|actif|en_vigueur
Baobab Networks|SAS|Cocody|actif|renouvele
Société Lagunaire d'Interconnexion|SA|Plateau|actif|en_vigueur
Gôh Multiservices|GIE|Gagnoa|actif|futur
Coopérative Numérique du Nord|SCOOPS|Ferkessédougou|actif|aucun
Harmattan Technologies|SARL|Bondoukou|actif|en_vigueur
Palmier Réseaux|SARL|Aboisso|actif|en_vigueur
Yamoussoukro Satcom|SAS|Yamoussoukro|actif|en_vigueur
Cavally Internet|SUARL|Guiglo|suspendu|en_vigueur
L'Éléphant Télécom|SARL|Abobo|suspendu|resilie
Port-Bouët Transmissions|SARL|Port-Bouët|suspendu|expire
Nawa Connect|SARL|Soubré|valide|envoye
Sud-Comoé Liaisons|SARL|Grand-Bassam|valide|genere
Agnéby Télécoms|SNC|Agboville|valide|futur
Diabaté & Sœurs Informatique|SARL|Koumassi|en_verification|aucun
Worodougou Réseaux|SUARL|Séguéla|en_verification|aucun
Grands-Ponts Digital|SARL|Dabou|en_verification|genere
Moronou Sat|SARL|Bongouanou|a_completer|aucun
Béré Services Numériques|GIE|Mankono|a_completer|aucun
Kouassi-Brou Télécoms|SARL|Divo|a_completer|aucun
Jeunes Connectés de Katiola||Katiola|candidat|aucun
Bounkani Liaisons||Bouna|candidat|aucun
Marahoué Data|SARL|Bouaflé|candidat|aucun
Iffou Internet|SUARL|Daoukro|candidat|aucun
Réseau Express CI|SARL|Yopougon|rejete|aucun
Connexion Rapide Anyama||Anyama|rejete|aucun`

/** People who stand in the list of accounts, by partner. */
const known: Readonly<Record<number, readonly [string, string][]>> = {
  0: [
    ['Fatou', 'Coulibaly'],
    ['Moussa', 'Koné'],
    ['Rokia', 'Silué'],
  ],
  1: [
    ['Didier', 'Aka'],
    ['Inès', 'Tanoh'],
    ['Théophile', 'Kacou'],
  ],
  22: [
    ['Arsène', 'Oulaï'],
    ['Ruth', 'Zoro'],
  ],
}

const positions = [
  { fonction: 'Gérant', roles: ['partenaire_gerant'] },
  { fonction: 'Commercial', roles: ['partenaire_commercial'] },
  { fonction: 'Comptable', roles: ['partenaire_comptable', 'partenaire_commercial'] },
] as const

function peopleOf(index: number, statut: Statut, organisation_id: string, domain: string): Person[] {
  const count = statut === 'actif' ? 3 : statut === 'suspendu' ? 2 : 1
  return positions.slice(0, count).map(({ fonction, roles }, rank) => {
    const hash = demoHash(`partenaire:${index}:utilisateur:${rank}`)
    const [prenom, nom] = known[index]?.[rank] ?? [pick(firstNames, hash), pick(families, mix(hash, 1))]
    return { prenom, nom, domain, organisation_id, roles, fonction }
  })
}

/** The 40 partners, with their users. */
export function partners(time: Calendar): Partner[] {
  const domains = new Set<string>()
  return table.split('\n').map((row, index) => {
    const [nom = '', forme = '', place = '', statut, contrat = ''] = row.split('|')
    const base = slug(nom)
    const domain = domains.has(base) ? `${base}-${slug(place)}.example` : `${base}.example`
    domains.add(base)
    const organisation_id = demoId(`organisation:partenaire:${index}`)
    const users = peopleOf(index, statut as Statut, organisation_id, domain).map((person) =>
      user(time, person),
    )
    return {
      index,
      id: demoId(`partenaire:${index}`),
      organisation_id,
      nom,
      statut: statut as Statut,
      contrat,
      place: locality(place),
      forme: forme === '' ? null : forme,
      domain,
      sellers: users.map((seller) => seller.id),
      users,
    }
  })
}

const ageOf = (partner: Partner): number => 420 + (demoHash(`partenaire:${partner.index}:age`) % 600)

/** The partner's organisation: suspended and closed with the partner. */
export function organisationOf(time: Calendar, partner: Partner): OrganisationRecord {
  const { statut } = partner
  const state = statut === 'suspendu' ? 'suspendue' : statut === 'rejete' ? 'fermee' : 'active'
  const cree_le = time.instant(ageOf(partner), 0)
  return organisation(partner.organisation_id, 'partenaire', partner.nom, state, cree_le)
}

const regions = zones.filter((zone) => zone.type === 'region')

/** The partner's own record. */
export function partenaire(time: Calendar, partner: Partner): PartenaireRecord {
  const { index, place, statut } = partner
  const hash = demoHash(`partenaire:${index}`)
  const activated = statut === 'actif' || statut === 'suspendu'
  const candidate = statut === 'candidat' || statut === 'rejete'
  const mode_versement = (['virement', 'mobile_money', 'virement', 'portefeuille'] as const)[index % 4]
  const transfer = mode_versement === 'virement'
  const cree_le = time.instant(ageOf(partner), 0)
  const valide_le = activated ? time.instant(400, hash) : null
  const everywhere = index === 1 ? regions.map((zone) => zone.id) : []
  const around = Array.from({ length: hash % 4 }, (_, n) => pick(regions, mix(hash, n)).id)
  return {
    id: partner.id,
    organisation_id: partner.organisation_id,
    raison_sociale: partner.nom,
    forme_juridique: partner.forme,
    rccm: partner.forme === null ? null : rccm(place.court, 2_000_000 + index * 7),
    ncc: candidate ? null : ncc(8_000_000 + index, mix(hash, 2)),
    adresse: index % 9 === 5 ? null : address(place, mix(hash, 3)),
    ville: statut === 'candidat' && index % 2 === 0 ? null : place.ville,
    zone_principale_id: candidate && index % 2 === 0 ? null : place.zone_id,
    telephone: index % 13 === 7 ? null : fixedLine(mix(hash, 4)),
    email: index % 11 === 8 ? null : `contact@${partner.domain}`,
    capacite_commerciale: candidate ? null : 2 + (mix(hash, 5) % 40),
    mode_versement: mode_versement ?? 'virement',
    rib: transfer && !candidate ? iban(mix(hash, 6)) : null,
    numero_mobile_money: transfer || candidate ? null : mobile(mix(hash, 7)),
    logo_fichier_id: hasLogo(partner) ? demoId(`fichier:logo:${index}`) : null,
    presentation: activated
      ? `Distributeur agréé ${place.de}, ${partner.nom} équipe et accompagne les entreprises de la région.`
      : null,
    profil_publie: statut === 'actif' && index % 5 !== 4,
    statut,
    valide_par: activated ? administrator : null,
    valide_le,
    cree_le,
    modifie_le: time.instant(1 + (hash % 300), mix(hash, 8)),
    zone_ids: candidate
      ? []
      : [...new Set([place.zone_id, zoneByCode('REG-ABIDJAN'), ...around, ...everywhere])],
    secteur_ids: candidate
      ? []
      : [...new Set(Array.from({ length: 1 + (hash % 5) }, (_, n) => pick(secteurs, mix(hash, 20 + n)).id))],
  }
}

/** Whether the partner has a logo. */
export const hasLogo = (partner: Partner): boolean => partner.statut === 'actif' && partner.index % 2 === 0
