import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireDocuments } from '../src/actions/expire.ts'
import { recordVerdict } from '../src/actions/record-verdict.ts'
import { withWriter } from '../src/database/writer.ts'
import { importRecords, numbered } from '../src/transfer/import.ts'
import type { ResourceName } from '../src/transfer/resources.ts'
import { act, actOnce } from './setup/acting.ts'
import { type Data, type Files, openData, recordsIn } from './setup/command-line.ts'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let data: Data
let world: World
let exported: Record<string, string>
beforeAll(async () => {
  data = await openData('demonstration')
  world = await openWorld({ database: { connection: data.connection, drop: async () => {} } })
  // No document is due but those of the test.
  await data.sql(`update document_kyc set date_emission = null, date_expiration = null`)
  exported = await data.exported()
})
afterAll(() => data.close())

const records = (name: ResourceName) => recordsIn(exported, name)
const recordOf = (name: ResourceName, id: string) => records(name).find((record) => record.id === id)

/** Until somebody waits for what that connection holds, or the work has ended. Returns who waits. */
async function untilBlocked(by: number, work: Promise<unknown>): Promise<number> {
  let ended = false
  const end = () => {
    ended = true
  }
  work.then(end, end)
  const blocked = `select pid from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))`
  for (;;) {
    const [waiting] = await data.sql<{ pid: number }>(blocked, [by])
    if (waiting !== undefined || ended) return waiting?.pid ?? by
    await sleep(10)
  }
}

const processOf = async (connection: pg.Client): Promise<number> =>
  (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/**
 * Imports, and lets another work once the import has written the rows before a held one. Then that one is let go. The
 * import must succeed; returns what the other did.
 */
const beside = <T>(files: Files, [table, id]: [ResourceName, string], other: () => Promise<T>): Promise<T> =>
  withWriter(data.connection, async (holder) => {
    await holder.query('begin')
    await holder.query(`select from ${table} where id = $1 for update`, [id])
    const sources = new Map(
      Object.entries(files).map(([name, given]) => [name as ResourceName, numbered(given)]),
    )
    const importing = withWriter(data.connection, (client) =>
      importRecords(client, sources, { now: new Date(), progress: () => {} }),
    )
    const importer = await untilBlocked(await processOf(holder), importing)
    const working = other()
    await untilBlocked(importer, working)
    await holder.query('commit')
    const [imported, worked] = await Promise.allSettled([importing, working])
    if (imported.status === 'rejected') throw imported.reason
    if (worked.status === 'rejected') throw worked.reason
    return worked.value
  })

/** Reservations that can be validated. */
const pending = () => {
  const active = new Set(records('partenaire').flatMap(({ id, statut }) => (statut === 'actif' ? [id] : [])))
  const all = records('reservation').filter(({ statut }) => statut === 'demandee')
  return all.filter(({ partenaire_id }) => active.has(partenaire_id))
}

const decided = (reservation: { id: string; modifie_le: string }, once = act) =>
  once(world, operator, `/reservations/${reservation.id}/decision`, {
    body: { decision: 'validee' },
    version: reservation.modifie_le,
  })

test('a decision on a reservation that the import closes waits for it, and is refused', async () => {
  const [first, second] = pending()
  const closed = (record: object) => ({ ...record, statut: 'annulee', motif_decision: 'Importée.' })
  const { status, body } = await beside(
    { reservation: [closed(first), closed(second)] },
    ['reservation', second.id],
    () => decided(first),
  )
  expect([status, body.code]).toEqual([409, 'etat_incompatible'])
})

test('a decision beside an import of its partner and its client', async () => {
  const reservation = pending()[2]
  const partenaire = recordOf('partenaire', reservation.partenaire_id)
  const [between] = records('contrat_cadre')
  const client = recordOf('client', reservation.client_id)
  const { status } = await beside(
    {
      partenaire: [{ ...partenaire, ville: 'Importée' }],
      contrat_cadre: [between],
      client: [{ ...client, ville: 'Importée' }],
    },
    ['contrat_cadre', between.id],
    () => decided(reservation),
  )
  expect(status).toBe(200)
  const [row] = await data.sql('select ville, statut from client where id = $1', [client.id])
  expect(row).toEqual({ ville: 'Importée', statut: 'reserve' })
})

test('a new name beside an import of the client and its organisation', async () => {
  const reservation = pending()[3]
  const client = recordOf('client', reservation.client_id)
  const organisation = recordOf('organisation', client.organisation_id)
  const [between] = records('partenaire')
  const { status } = await beside(
    {
      organisation: [{ ...organisation, nom: 'Importée' }],
      partenaire: [between],
      client: [{ ...client, ville: 'Importée' }],
    },
    ['partenaire', between.id],
    () =>
      act(world, operator, `/clients/${client.id}`, {
        method: 'PATCH',
        body: { raison_sociale: 'Quincaillerie du Carrefour', confirmer_doublon: true },
        version: client.modifie_le,
      }),
  )
  expect(status).toBe(200)
  const [row] = await data.sql(
    'select client.ville, nom from client join organisation on organisation.id = organisation_id where client.id = $1',
    [client.id],
  )
  expect(row).toEqual({ ville: 'Importée', nom: 'Quincaillerie du Carrefour' })
})

test('a decision beside an import of who decides, and of their organisation', async () => {
  const user = records('utilisateur').find(({ email }) => email === operator)
  const organisation = recordOf('organisation', user.organisation_id)
  const [between] = records('role')
  const { status } = await beside(
    {
      organisation: [{ ...organisation, nom: 'Importée' }],
      role: [between],
      utilisateur: [{ ...user, fonction: 'Importée' }],
    },
    ['role', between.id],
    () => decided(pending()[4]),
  )
  expect(status).toBe(200)
})

test('a sweep leaves a document whose file the import holds to the next one', async () => {
  const [first] = records('document_kyc')
  const [between] = records('partenaire')
  await data.sql(
    `update document_kyc set statut = 'valide', motif = null, date_expiration = '2020-02-29' where id = $1`,
    [first.id],
  )
  const due = { ...first, statut: 'valide', motif: null, date_emission: null, date_expiration: '2020-02-29' }
  const sweep = () => withWriter(data.connection, (client) => expireDocuments(client, new Date(), null))
  const swept = await beside(
    {
      fichier: [{ ...recordOf('fichier', first.fichier_id), nom_original: 'importé.pdf' }],
      partenaire: [between],
      document_kyc: [due],
    },
    ['partenaire', between.id],
    sweep,
  )
  expect(swept).toEqual([])
  expect((await sweep()).map(({ id }) => id)).toEqual([first.id])
})

test('a verdict on several files waits for an import of them', async () => {
  const [first, second, third] = records('fichier')
  const [contents] = await data.sql<{ id: string }>(
    `insert into contenu (id, empreinte, taille_octets) values (gen_random_uuid(), sha256('commun'), 6) returning id`,
  )
  await data.sql('update fichier set contenu_id = $1 where id = any ($2)', [
    contents?.id,
    [first.id, second.id],
  ])
  const changed = await beside(
    { fichier: [second, third, first].map((record) => ({ ...record, nom_original: 'réimporté.pdf' })) },
    ['fichier', third.id],
    () =>
      withWriter(data.connection, (client) =>
        recordVerdict(client, contents?.id ?? '', 'infecte', new Date()),
      ),
  )
  expect(changed.sort()).toEqual([first.id, second.id])
})

test('while an import writes, an action ends with 503 and changes nothing; reads go on', async () => {
  const reservation = pending()[5]
  const [client] = records('client')
  const [refused, read] = await withWriter(data.connection, async (holder) => {
    await holder.query('begin')
    await holder.query('select from client where id = $1 for update', [client.id])
    const importing = withWriter(data.connection, (connection) =>
      importRecords(connection, new Map([['client', numbered([{ ...client, ville: 'Réimportée' }])]]), {
        now: new Date(),
        progress: () => {},
      }),
    )
    await untilBlocked(await processOf(holder), importing)
    const refusal = await decided(reservation, actOnce)
    const answers = [refusal, await world.get(operator, `/api/v1/clients/${client.id}`)] as const
    await holder.query('commit')
    await importing
    return answers
  })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.anything()])
  expect([read.status, read.body.ville]).toEqual([200, client.ville])
  const [row] = await data.sql('select statut from reservation where id = $1', [reservation.id])
  expect(row).toEqual({ statut: 'demandee' })
  expect((await decided(reservation)).status).toBe(200)
})

test('none of them was a deadlock', async () => {
  // What a connection counted is known once it has ended.
  await world.close()
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and application_name like 'antenne%'`
  await expect.poll(async () => (await data.sql(others)).length).toBe(0)
  const [row] = await data.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(row).toEqual({ deadlocks: 0 })
})
