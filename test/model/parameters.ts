/** What a request asks for, once its parameters are read. */
export type Given = Readonly<Record<string, string | number | boolean | undefined>>

/** The value that a raw text stands for, or undefined when the text is invalid. */
type Reader = (raw: string) => string | number | boolean | undefined

export type Parameters = Readonly<Record<string, Reader>>

const LARGEST = 2_147_483_647

/** D6: decimal digits only. */
const integer =
  (least: number, most = LARGEST): Reader =>
  (raw) =>
    /^[0-9]+$/.test(raw) && Number(raw) >= least && Number(raw) <= most ? Number(raw) : undefined

const boolean: Reader = (raw) => ({ true: true, false: false })[raw]

/** D6 and D3: the 8-4-4-4-12 form, in either case. */
export const uuid = (raw: string): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw) ? raw.toLowerCase() : undefined

const oneOf =
  (...values: string[]): Reader =>
  (raw) =>
    values.includes(raw) ? raw : undefined

/** D7: white space around does not count, a control character is never valid, 2 to 100 code points. */
const recherche: Reader = (raw) => {
  const text = raw.trim()
  const length = [...text].length
  return /\p{Cc}/u.test(text) || length < 2 || length > 100 ? undefined : text
}

const paged = { page: integer(1), taille: integer(1, 100) }
const statutsPartenaire = [
  'candidat',
  'en_verification',
  'a_completer',
  'rejete',
  'valide',
  'actif',
  'suspendu',
]

/** The order of this list is the order of the offers (D11). */
export const periodes = ['hebdomadaire', 'mensuelle', 'trimestrielle', 'semestrielle', 'annuelle']

/** The parameters of each operation that has some, as the contract lists them. */
export const parameters = {
  listerPartenaires: { ...paged, recherche, statut: oneOf(...statutsPartenaire), zone_id: uuid },
  listerDocumentsKycPartenaire: { statut: oneOf('depose', 'valide', 'a_completer', 'rejete', 'expire') },
  listerClients: {
    ...paged,
    recherche,
    statut: oneOf('prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif'),
    statut_kyc: oneOf('a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete'),
    partenaire_id: uuid,
    secteur_id: uuid,
  },
  listerReservations: {
    ...paged,
    statut: oneOf('demandee', 'conflit', 'validee', 'refusee', 'annulee'),
    partenaire_id: uuid,
    client_id: uuid,
  },
  listerOffres: { ...paged, periode: oneOf(...periodes), volume_go: integer(1), actif: boolean },
} as const satisfies Record<string, Parameters>

/** Reads a raw query: the values, and the names of the parameters at fault (D5). */
export function read(known: Parameters, query: string): { given: Given; faults: string[] } {
  const raw = new URLSearchParams(query)
  const given: Record<string, string | number | boolean> = {}
  const faults: string[] = []
  for (const [name, reader] of Object.entries(known)) {
    const [first, ...others] = raw.getAll(name)
    if (first === undefined) continue
    const value = others.length === 0 ? reader(first) : undefined
    if (value === undefined) faults.push(name)
    else given[name] = value
  }
  return { given, faults }
}

/** One page of all the items (D9). */
export function pageOf<T>(items: readonly T[], { page = 1, taille = 20 }: Given) {
  const [number, size] = [Number(page), Number(taille)]
  const donnees = items.slice((number - 1) * size, number * size)
  const total = items.length
  return { donnees, pagination: { page: number, taille: size, total, pages: Math.ceil(total / size) } }
}

/** Whether a filter lets a value through; one that is not given lets everything. */
export const asked = (filter: Given[string], value: string | number | boolean | null): boolean =>
  filter === undefined || filter === value
