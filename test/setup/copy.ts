import type { World } from './world.ts'

interface Change {
  readonly ressource: string
  readonly id: string
  readonly donnees: object | null
}

/** Items by resource and id. */
type Items = Map<string, object>

const keyOf = ({ ressource, id }: Pick<Change, 'ressource' | 'id'>): string => `${ressource} ${id}`

/** A copy of what somebody sees, kept as an application keeps one. */
export class Copy {
  readonly items: Items = new Map()
  readonly who: string
  /** All that was ever in the copy. */
  readonly #known = new Set<string>()
  readonly #world: World
  readonly #quiet: boolean
  #token: string | undefined

  /** `quiet`: nothing changes during a pass, so nothing can go that never came. */
  constructor(world: World, who: string, { quiet = true } = {}) {
    this.#world = world
    this.who = who
    this.#quiet = quiet
  }

  get token(): string {
    return this.#token ?? ''
  }

  /** Asks until there is no more, and returns what came. */
  async follow(taille = 500): Promise<Change[]> {
    const came: Change[] = []
    for (;;) {
      const { changements, suite } = await this.page(taille)
      came.push(...changements)
      if (!suite) return came
    }
  }

  /** Asks for one page. Throws when it breaks a rule. */
  async page(taille: number): Promise<{ readonly changements: Change[]; readonly suite: boolean }> {
    const since = this.#token === undefined ? '' : `&depuis=${this.#token}`
    const url = `/extension/v1/changements?taille=${taille}${since}`
    const { status, body, text } = await this.#world.get(this.who, url)
    if (status !== 200) throw new Error(text)
    const { changements, suite } = body as { changements: Change[]; suite: boolean }
    if (changements.length > taille) throw new Error(`${changements.length} items on a page of ${taille}`)
    if (suite && changements.length === 0) throw new Error('an empty page that goes on')
    for (const change of changements) this.#take(change)
    this.#token = body.jeton
    return { changements, suite }
  }

  #take(change: Change): void {
    const key = keyOf(change)
    if (change.donnees === null) {
      if (this.#quiet && !this.#known.has(key))
        throw new Error(`${this.who} is told of ${key}, which they never saw`)
      this.items.delete(key)
    } else {
      this.#known.add(key)
      this.items.set(key, change.donnees)
    }
  }
}

/** All that somebody can read of what can be copied, by the reads. */
export async function readAll(world: World, who: string): Promise<Items> {
  const items: Items = new Map()
  const note = (ressource: string, of: readonly { id: string }[]) => {
    for (const item of of) items.set(keyOf({ ressource, id: item.id }), item)
  }
  const walk = async (path: string): Promise<{ id: string }[]> => {
    const all = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { status, body } = await world.get(who, `/api/v1/${path}?taille=100&page=${page}`)
      if (status !== 200) return []
      all.push(...body.donnees)
      pages = body.pagination.pages
    }
    return all
  }
  const references = await world.get(who, '/extension/v1/references')
  if (references.status === 200) {
    note('zone_geographique', references.body.zones)
    note('secteur_activite', references.body.secteurs)
    note('type_document', references.body.types_document)
  }
  note('offre', await walk('offres'))
  const reservations = await walk('reservations')
  note(
    'reservation',
    reservations.map((each) => {
      const { doublons_detectes: _, ...rest } = each as { id: string; doublons_detectes?: unknown }
      return rest
    }),
  )
  const partners = await walk('partenaires')
  note('partenaire', partners)
  for (const { id } of partners)
    note('document_kyc', (await world.get(who, `/api/v1/partenaires/${id}/documents-kyc`)).body.donnees)
  const clients = await walk('clients')
  note('client', clients)
  for (const { id } of clients) {
    note('contact', (await world.get(who, `/api/v1/clients/${id}`)).body.contacts)
    note('site', (await world.get(who, `/api/v1/clients/${id}/sites`)).body.donnees)
  }
  return items
}

/** What two sets of items do not share, in a few words. */
export function differences(copy: Items, reads: Items): string[] {
  const found = []
  for (const [key, item] of reads) {
    const kept = copy.get(key)
    if (kept === undefined) found.push(`${key} is missing`)
    else if (JSON.stringify(kept) !== JSON.stringify(item)) found.push(`${key} is another`)
  }
  for (const key of copy.keys()) if (!reads.has(key)) found.push(`${key} is still there`)
  return found
}
