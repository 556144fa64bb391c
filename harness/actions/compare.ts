import { isDeepStrictEqual } from 'node:util'
import type { Person } from './intention.ts'
import { MARKER } from './intentions.ts'
import { isPending, type Model, plain } from './model.ts'
import type { Read, Row } from './reading.ts'

type Key = readonly (string | number)[]
const by =
  (key: (row: Row) => Key) =>
  (a: Row, b: Row): number => {
    const [one, other] = [key(a), key(b)]
    const place = one.findIndex((value, index) => value !== other[index])
    return place < 0 ? 0 : (one[place] as string) < (other[place] as string) ? -1 : 1
  }
const text = (value: unknown): string => String(value).toLowerCase()
const backwards = (instant: unknown): number => -Date.parse(String(instant))

/** Where the reads of these clients say something else than the model. */
export async function disagreements(
  read: Read,
  model: Model,
  people: readonly Person[],
  ids: Iterable<string>,
): Promise<string[]> {
  const wrong: string[] = []
  const same = (where: string, who: Person, got: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(got, expected))
      wrong.push(`${where} to ${who.email}: ${JSON.stringify(got)}, and not ${JSON.stringify(expected)}`)
  }
  const compared = async (who: Person) => {
    for (const id of ids) await compareClient(read, model, who, model.clients.get(id) as Row, same)
    const seen = [...model.clients.values()].filter((client) => model.sees(who, client))
    for (const statut of ['', 'prospect', 'reserve']) {
      const path = `/api/v1/clients?recherche=${MARKER}&taille=100${statut === '' ? '' : `&statut=${statut}`}`
      const { body } = await read(who, path)
      const expected = seen.filter((client) => statut === '' || client.statut === statut)
      same(`total of ${path}`, who, body.pagination.total, expected.length)
      const ordered = expected.sort(by((row) => [text(row.raison_sociale), row.id])).slice(0, 100)
      same(path, who, body.donnees.map(plain), ordered)
    }
  }
  await Promise.all(people.map(compared))
  return wrong
}

async function compareClient(
  read: Read,
  model: Model,
  who: Person,
  client: Row,
  same: (where: string, who: Person, got: unknown, expected: unknown) => void,
): Promise<void> {
  const { id } = client
  const seen = model.sees(who, client)
  const one = await read(who, `/api/v1/clients/${id}`)
  const contacts = model
    .of(model.contacts, id)
    .sort(by((row) => [Number(row.principal !== true), text(row.nom), text(row.prenom), row.id]))
  same(
    `client ${id}`,
    who,
    one.status === 200 && [plain(one.body), one.body.contacts],
    seen && [client, contacts],
  )
  const sites = await read(who, `/api/v1/clients/${id}/sites`)
  const places = model.of(model.sites, id).sort(by((row) => [text(row.libelle), row.id]))
  same(`sites of ${id}`, who, sites.status === 200 && sites.body.donnees, seen && places)
  const claims = model
    .of(model.reservations, id)
    .filter((row) => who.partenaire_id === null || row.partenaire_id === who.partenaire_id)
  const shown = ({ client_nom: _, ...row }: Row) => row
  const listed = await read(who, `/api/v1/reservations?client_id=${id}&taille=100`)
  same(
    `reservations on ${id}`,
    who,
    listed.body.donnees.map(({ doublons_detectes: _, ...row }: Row) => row),
    [...claims].sort(by((row) => [Number(!isPending(row)), backwards(row.cree_le), row.id])).map(shown),
  )
  const detail = (row: Row) => ({
    ...shown(row),
    client: seen
      ? { id, raison_sociale: client.raison_sociale, ville: client.ville, statut: client.statut }
      : { id: null, raison_sociale: row.client_nom, ville: null, statut: null },
    concurrentes:
      who.partenaire_id === null ? model.pendingOn(id).filter((other) => other.id !== row.id).length : null,
  })
  const bare = ({ doublons_detectes: _, partenaire: __, demandeur: ___, ...row }: Row) => row
  const queue = await read(who, `/extension/v1/reservations?client_id=${id}&taille=100`)
  const inOrder = [...claims].sort(by((row) => [Date.parse(String(row.cree_le)), row.id]))
  same(`queue on ${id}`, who, queue.body.donnees.map(bare), inOrder.map(detail))
  for (const claim of model.of(model.reservations, id).slice(-2)) {
    const found = await read(who, `/extension/v1/reservations/${claim.id}`)
    const expected = claims.includes(claim) && detail(claim)
    same(`reservation ${claim.id}`, who, found.status === 200 && bare(found.body), expected)
  }
}
