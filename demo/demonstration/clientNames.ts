import type { Static } from 'typebox'
import type { CorrespondanceDoublon } from '../../src/contract/reservations.ts'
import { type Locality, locality, localityFor } from '../geography.ts'
import { companyName, plain } from '../names.ts'
import { mix, pick } from '../random.ts'
import { secteurs } from '../reference.ts'
import { demoHash } from './people.ts'

/** Two records that resemble each other, and what a duplicate check says about the second. */
type Pair = {
  readonly original: string
  readonly other: string
  readonly secteur: string
  readonly place: string
  readonly criteres: Static<typeof CorrespondanceDoublon>['criteres']
  readonly similarite: number
}

const pair = (
  original: string,
  other: string,
  secteur: string,
  place: string,
  similarite: number,
  ...criteres: Pair['criteres']
): Pair => ({ original, other, secteur, place, criteres, similarite })

/** Near duplicates, and at the end three pairs that only look alike. */
export const pairs: readonly Pair[] = [
  pair('Pharmacie du Plateau', 'PHARMACIE DU PLATEAU SARL', 'SAN', 'Plateau', 1, 'raison_sociale_proche'),
  pair(
    'Clinique Sainte-Marie de Cocody',
    'Clinique Ste Marie Cocody',
    'SAN',
    'Cocody',
    0.79,
    'raison_sociale_proche',
    'telephone_identique',
  ),
  pair(
    'Société Ivoirienne de Négoce Cacao',
    'Sté Ivoirienne de Négoce de Cacao',
    'AGRI',
    'San-Pédro',
    0.86,
    'raison_sociale_proche',
    'rccm_identique',
    'ncc_identique',
  ),
  pair(
    "Hôtel Cœur d'Ivoire",
    'Hotel Coeur d’Ivoire',
    'HOT',
    'Yamoussoukro',
    1,
    'raison_sociale_proche',
    'email_contact_identique',
  ),
  pair('Éts Koné & Frères', 'ETS KONE ET FRERES', 'COM', 'Bouaké', 0.91, 'raison_sociale_proche'),
  pair(
    "Boulangerie L'Épi d'Or",
    "Boulangerie l'epi d'or",
    'COM',
    'Marcory',
    1,
    'raison_sociale_proche',
    'telephone_identique',
    'email_contact_identique',
    'rccm_identique',
    'ncc_identique',
  ),
  pair(
    'Groupe scolaire Les Bâtisseurs',
    'Les Batisseurs - Groupe Scolaire',
    'EDU',
    'Yopougon',
    0.94,
    'raison_sociale_proche',
    'ncc_identique',
  ),
  pair('Transport Bandama Express', 'Bandama Logistique', 'LOG', 'Bouaké', 0.41, 'telephone_identique'),
  pair("Mine d'Aféma Services", 'Affinerie Sud-Comoé', 'MIN', 'Aboisso', 0.12, 'rccm_identique'),
  pair('COOPAGA', 'COOPAGNY', 'AGRI', 'Agboville', 0.5),
  pair('Cabinet Kouamé Audit', 'Cabinet Kouadio Audit', 'FIN', 'Plateau', 0.62),
  pair('SIPIM', 'SICIM', 'BTP', 'Treichville', 0.33),
]

/** Clients that readers of the demonstration will meet by name, with sector and place. */
const chosen = `Scierie du Cavally|IND|Guiglo
Plantations réunies de Bettié|AGRI|Abengourou
Lycée moderne de Korhogo-Est|EDU|Korhogo
Polyclinique des Lagunes|SAN|Cocody
Hôtel Les Rôniers|HOT|Korhogo
Carrières de l'Agnéby|MIN|Agboville
Mutuelle d'épargne du Poro|FIN|Korhogo
Station-service L'Étoile du Nord|ENE|Ferkessédougou
Coopérative anacarde de Bondoukou|AGRI|Bondoukou
Transit Golfe-Atlantique|LOG|San-Pédro
Huilerie Palm'Or|IND|Aboisso
Mairie de Nouvelle-Rive|PUB|Songon
Fondation Sœurs de l'Espoir|ONG|Bingerville
Sécurité Panthère Noire|SEC|Koumassi
Studio Zouglou Médias|TEC|Yopougon
Forages du Zanzan|BTP|Bouna
Résidence Bel-Air Assinie|HOT|Grand-Bassam
Entrepôts Vridi Fret|LOG|Port-Bouët
École primaire Notre-Dame des Îles|EDU|Jacqueville
Laboratoire Bio-Savane|SAN|Daloa
Mines d'or de Hiré-Nord|MIN|Divo
Cacao Équitable du Haut-Sassandra|AGRI|Daloa
Minoterie du Port|IND|Treichville
Caisse mutuelle des planteurs|FIN|Soubré
Centre médical L'Harmattan|SAN|Odienné
N'Zi Matériaux|BTP|Dimbokro
Compagnie des voyageurs de l'Ouest|LOG|Man
Maquis Chez Tantie Affoué|HOT|Gagnoa
Quincaillerie Diabaté & Fils|COM|Adjamé
quincaillerie diabate & fils|COM|Abobo
Énergies Solaires du Bélier|ENE|Toumodi
Énergies solaires du Belier|ENE|Yamoussoukro`.split('\n')

/** A client's name, sector code and place. */
export type Identity = { readonly nom: string; readonly secteur: string; readonly place: Locality }

/** The names of `count` clients: first the originals of the pairs, then their doubles, then all others. */
export function identities(count: number): Identity[] {
  const found: Identity[] = [
    ...pairs.map(({ original, secteur, place }) => ({ nom: original, secteur, place: locality(place) })),
    ...pairs.map(({ other, secteur, place }) => ({ nom: other, secteur, place: locality(place) })),
    ...chosen.map((row) => {
      const [nom = '', secteur = '', place = ''] = row.split('|')
      return { nom, secteur, place: locality(place) }
    }),
  ]
  const taken = new Set(found.map(({ nom }) => plain(nom).toLowerCase()))
  for (let attempt = 0; found.length < count; attempt++) {
    const hash = demoHash(`client:nom:${attempt}`)
    const place = localityFor(mix(hash, 1))
    const secteur = pick(secteurs, mix(hash, 2)).code
    const nom = companyName(mix(hash, 3), secteur, place)
    const folded = plain(nom).toLowerCase()
    if (taken.has(folded)) continue
    taken.add(folded)
    found.push({ nom, secteur, place })
  }
  return found
}
