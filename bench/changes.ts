import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A change of one row: which client it concerns, and what makes it. Making it gives what undoes it. */
interface Change {
  readonly client: string
  readonly make: () => Promise<Undo>
}

export type Undo = () => Promise<unknown>

/** Among whom changes are made: the clients and the pending reservations of one partner. */
export interface Subjects {
  readonly partner: string
  readonly otherPartner: string
  /** Who decides reservations. */
  readonly operator: string
}

const SUBJECTS = 1000

/** The changes of everyday work, one kind after the other, without end. */
export async function* changesAmong(
  database: pg.Client,
  { partner, otherPartner, operator }: Subjects,
): AsyncGenerator<Change, never> {
  const clients = await database.query<{ id: string }>(
    `select id from client_liste where portee = $1 and gere and statut = 'actif' order by id limit $2`,
    [partner, SUBJECTS],
  )
  const reservations = await database.query<{ id: string; client_id: string }>(
    'select id, client_id from reservation where partenaire_id = $1 and en_attente order by id limit $2',
    [partner, SUBJECTS],
  )
  const nextClient = cycle(clients.rows)
  const nextReservation = cycle(reservations.rows)
  const change = (client: string, values: Values): Change => ({
    client,
    make: () => update(database, 'client', client, values),
  })
  for (let turn = 1; ; turn++) {
    yield change(nextClient().id, { statut: 'inactif' })
    yield change(nextClient().id, { raison_sociale: `Établissements renommés ${turn}` })
    const { id, client_id } = nextReservation()
    const decision = { statut: 'refusee', traitee_par: operator, traitee_le: new Date() }
    yield { client: client_id, make: () => update(database, 'reservation', id, decision) }
    yield addition(database, nextClient().id)
    yield change(nextClient().id, { partenaire_actuel_id: otherPartner })
  }
}

function cycle<T>(items: readonly T[]): () => T {
  let next = 0
  if (items.length === 0) throw new Error('this world has nobody to change')
  return () => items[next++ % items.length] as T
}

type Values = Readonly<Record<string, unknown>>

async function update(database: pg.Client, table: string, id: string, values: Values): Promise<Undo> {
  const changed: Values = { ...values, modifie_le: new Date() }
  const columns = Object.keys(changed)
  const { rows } = await database.query<Values>(
    `select ${columns.join(', ')} from ${table} where id = $1 for update`,
    [id],
  )
  const write = (row: Values = {}) =>
    database.query(
      `update ${table} set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`,
      [id, ...columns.map((column) => row[column])],
    )
  await write(changed)
  return () => write(rows[0])
}

/** Another client of the same kind. */
function addition(database: pg.Client, model: string): Change {
  const id = randomUUID()
  return {
    client: id,
    async make() {
      await database.query(
        `insert into client (id, organisation_id, raison_sociale, secteur_id, origine, statut, statut_kyc,
          partenaire_actuel_id, credit_approuve, cree_le, modifie_le)
        select $1, organisation_id, raison_sociale || ' et fils', secteur_id, origine, statut, statut_kyc,
          partenaire_actuel_id, false, now(), now() from client where id = $2`,
        [id, model],
      )
      return () => database.query('delete from client where id = $1', [id])
    },
  }
}
