import type { Locality } from './geography.ts'
import { mix, pick } from './random.ts'

const words = (text: string): readonly string[] => text.split(/\s*[\n,]\s*/)

/** Family names. */
export const families =
  words(`Kouassi, Koné, Traoré, Ouattara, Kouamé, Yao, Coulibaly, Bamba, Kouadio, N'Guessan, Konan, Koffi
Diabaté, Touré, Diallo, Soro, Silué, Ouédraogo, Gnagne, Aka, Ehui, Assi, Amon, Ettien, Brou, Tanoh, Zadi, Dago
Séka, Achi, Yapi, Kipré, Gnahoré, Doumbia, Fofana, Cissé, Sangaré, Dembélé, Kéita, Camara, Sylla, Méité, Karamoko
Tuo, Yéo, Kambiré, Palé, Hien, Dah, Zoro, N'Dri, N'Cho, M'Bra, Kacou, Anoh, Adou, Essis, Lasme, Djédjé, Gnamien
Boni, Kra, Ahoua, Assemien, Bédi, Gohou, Oulaï, Tiémoko, Dosso, Savané, Kaboré, Sanogo, Berté, Konaté, Diomandé
Gbané, Vanié, Guédé, Kassi, Miézan`)

/** First names. */
export const firstNames =
  words(`Awa, Mariam, Aminata, Fatoumata, Adjoua, Affoué, Akissi, Ahou, Amenan, Aya, Amoin, Akoua
Marie-Laure, Christelle, Estelle, Nadège, Inès, Raïssa, Prisca, Grâce, Ruth, Salimata, Kady, Rokia, Massandjé
Koffi, Kouadio, Konan, Kouakou, Moussa, Ibrahim, Issouf, Seydou, Adama, Drissa, Bakary, Lassina, Mamadou
Souleymane, Jean-Baptiste, Serge, Didier, Hervé, Franck, Éric, Cédric, Stéphane, Arsène, Anicet, Désiré
Boniface, Théophile, Zié, Nanga, Marcel, Yves-Roland, Sékou, Abdoulaye, Ange, Emmanuel`)

/** What people do in a company. */
export const jobs =
  words(`Directeur général, Gérante, Directrice administrative et financière, Responsable informatique
Responsable des achats, Chef d'agence, Assistante de direction, Chef comptable, Responsable logistique
Directeur d'exploitation, Chef de site, Responsable qualité, Économe, Proviseur, Surveillant général`)

const streets =
  words(`Boulevard Latrille, Boulevard de Marseille, Avenue Chardy, Avenue Houdaille, Rue des Jardins, Rue du Commerce
Boulevard Nangui Abrogoua, Avenue Noguès, Route de Bassam, Boulevard du Gabon, Rue Pierre et Marie Curie
Avenue de la République, Route de l'Aéroport, Zone industrielle, Immeuble Le Palmier, Cité des Fonctionnaires`)
const landmarks =
  words(`Face à la préfecture, Près du grand marché, Derrière la gare routière, Quartier Commerce
Quartier Résidentiel, Zone industrielle, Face au lycée moderne, À côté de l'église Sainte-Anne
Quartier Dioulabougou, Route de l'hôpital général, Carrefour de la mairie, Quartier Millionnaire`)

/** An address: a street in Abidjan, elsewhere mostly a landmark. */
export const address = (place: Locality, hash: number): string =>
  `${pick(place.ville === 'Abidjan' ? streets : landmarks, hash)}, ${place.nom}`

/** Legal forms, the common ones more often. */
export const legalForms = ['SARL', 'SARL', 'SARL', 'SUARL', 'SA', 'SAS', 'SNC', 'GIE', 'SCOOPS'] as const

/** The words of one sector: shop fronts (`Pharmacie …`) and what the company does (`… Transport`). */
type Vocabulary = { readonly fronts: readonly string[]; readonly trades: readonly string[] }
const vocabulary = (fronts: string, trades: string): Vocabulary => ({
  fronts: words(fronts),
  trades: words(trades),
})

// Words for company names, by sector code.
const vocabularies: Readonly<Record<string, Vocabulary>> = {
  AGRI: vocabulary(
    'Plantation, Domaine, Ferme, Palmeraie, Coopérative agricole, Société coopérative',
    'Agro, Cacao, Anacarde, Hévéa, Palmier, Semences, Maraîchage',
  ),
  BTP: vocabulary(
    "Entreprise, Bureau d'études, Chantiers, Ateliers, Constructions",
    'BTP, Bâtiment, Génie civil, Travaux publics, Matériaux, Forages',
  ),
  COM: vocabulary(
    'Comptoir, Établissements, Supérette, Maison, Bazar, Quincaillerie',
    'Négoce, Distribution, Import-Export, Trading, Commerce général, Électroménager',
  ),
  EDU: vocabulary(
    'Groupe scolaire, Collège, Lycée, Institut, École, Université',
    'Formation, Éducation, Enseignement, Académie',
  ),
  ENE: vocabulary(
    'Station-service, Centrale, Énergies, Dépôt',
    'Énergie, Solaire, Pétrole, Gaz, Électricité',
  ),
  FIN: vocabulary(
    "Cabinet, Caisse, Mutuelle, Coopérative d'épargne, Courtage",
    'Finance, Assurances, Microfinance, Audit, Conseil',
  ),
  HOT: vocabulary(
    'Hôtel, Résidence, Auberge, Maquis, Restaurant, Complexe hôtelier',
    'Hôtellerie, Restauration, Tourisme, Traiteur',
  ),
  IND: vocabulary(
    'Usine, Manufacture, Minoterie, Huilerie, Scierie',
    'Industries, Plastiques, Emballages, Textile, Savonnerie',
  ),
  LOG: vocabulary(
    'Transit, Entrepôts, Messageries, Compagnie',
    'Transport, Logistique, Transit, Fret, Voyages, Messagerie',
  ),
  MIN: vocabulary(
    'Mine, Carrière, Comptoir minier, Société minière',
    'Mines, Or, Carrières, Granulats, Manganèse',
  ),
  ONG: vocabulary(
    'Association, Fondation, ONG, Centre social, Mission',
    'Développement, Solidarité, Santé rurale, Environnement',
  ),
  PUB: vocabulary(
    'Mairie, Conseil régional, Sous-préfecture, Agence, Trésorerie',
    'Services publics, Cadastre, Régie',
  ),
  SAN: vocabulary(
    'Pharmacie, Clinique, Centre médical, Laboratoire, Polyclinique, Cabinet dentaire',
    'Santé, Médical, Pharma, Diagnostics',
  ),
  TEC: vocabulary(
    'Studio, Cyber, Agence, Labo',
    'Informatique, Digital, Numérique, Systèmes, Télécoms, Médias',
  ),
  SEC: vocabulary(
    'Agence, Cabinet, Brigade, Société',
    'Sécurité, Gardiennage, Nettoyage, Intérim, Protection',
  ),
}

const adjectives = words(
  'Ivoirienne, Nouvelle, Industrielle, Moderne, Africaine, Lagunaire, Atlantique, Centrale, Nationale, Régionale, Internationale, Populaire',
)
const emblems =
  words(`du Bandama, de la Comoé, du Cavally, des Lagunes, du Golfe, de l'Espoir, de la Paix, L'Étoile, Le Bélier
La Savane, L'Éléphant, Le Baobab, Sainte-Anne, Saint-Michel, Sainte-Marie, Saint-Joseph, Notre-Dame, Les Cocotiers, Les Rôniers
La Colombe, Bel-Air, Cœur d'Or, du Progrès, de l'Union, Les Palétuviers, L'Harmattan`)
const syllables = words(
  'CO, DI, PA, MA, TRA, SI, GE, BA, NI, RO, KO, FA, LI, VO, TE, SA, PRO, MI, DA, CI, AG, IM, EX, LA, TO, BO',
)

/** Drops accents and opens ligatures: the way many write names. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replaceAll('’', "'")

/** The same name as another hand would write it: without accents, in capitals, or with a legal form. */
export function variant(name: string, hash: number): string {
  if (hash % 3 === 0) return plain(name)
  return hash % 3 === 1 ? name.toUpperCase() : `${plain(name)} SARL`
}

function regularName(hash: number, vocabulary: Vocabulary, place: Locality): string {
  const family = pick(families, mix(hash, 21))
  const trade = pick(vocabulary.trades, mix(hash, 22))
  const front = pick(vocabulary.fronts, mix(hash, 23))
  const choice = mix(hash, 24)
  switch (hash % 12) {
    case 0:
      return `${front} ${family} ${place.de}`
    case 1:
      return `Ets ${family} & ${choice % 3 === 0 ? 'Fils' : pick(families, choice)} ${trade}`
    case 2:
      return `${pick(firstNames, choice)} ${family} ${trade}`
    case 3:
      return `Société ${pick(adjectives, choice)} ${trade} ${family} ${place.de}`
    case 4:
      return `SO${pick(syllables, choice)}${pick(syllables, choice >>> 6)}${pick(syllables, choice >>> 12)}-CI${choice % 5 === 0 ? '' : ` ${trade}`}`
    case 5:
      return `${front} ${pick(emblems, choice)} ${place.de}`
    case 6:
      return `${pick(adjectives, choice)} ${trade} ${family}`
    case 7:
      return `${front} ${pick(emblems, choice)} n° ${2 + ((choice >>> 8) % 98)}`
    case 8:
      return `Groupe ${family} ${trade}${choice % 5 === 0 ? '' : ` ${place.nom}`}`
    case 9:
      return `${pick(syllables, choice)}${pick(syllables, choice >>> 6)}${pick(syllables, choice >>> 12)} ${trade} ${place.nom}`
    case 10:
      return `${family}-${pick(families, choice)} ${trade}`
    default:
      return `${trade} ${pick(emblems, choice)} ${place.de}`
  }
}

/** A believable company name for a sector and a place; one in twenty is written without accents or in capitals. */
export function companyName(hash: number, secteur: string, place: Locality): string {
  const vocabulary = vocabularies[secteur]
  if (vocabulary === undefined) throw new Error(`Unknown sector: ${secteur}`)
  const name = regularName(hash, vocabulary, place)
  const hand = mix(hash, 25) % 40
  if (hand > 1) return name
  return hand === 0 ? plain(name) : name.toUpperCase()
}

/** A name as part of a domain or an address: lower case, plain letters, digits and hyphens. */
export const slug = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
