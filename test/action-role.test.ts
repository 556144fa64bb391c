import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingOf } from '../harness/database/connection.ts'
import { withWriter } from '../src/database/writer.ts'
import { actOnce } from './setup/acting.ts'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const asActing = (statement: string) =>
  withWriter(actingOf(world.connection), (client) => client.query(statement))

test.each([
  'update client set organisation_id = organisation_id',
  'update client set statut_kyc = statut_kyc',
  'update organisation set statut = statut',
  'delete from site',
  'update client set cree_par = null',
  'insert into client (partenaire_actuel_id) values (null)',
  'delete from client',
  'delete from reservation',
  'update reservation set partenaire_id = partenaire_id',
  'update reservation set demandee_par = demandee_par',
  'insert into client_liste (id) values (gen_random_uuid())',
  'update client_compte set n = n',
  'select from journal',
  'insert into journal (mouvement) values (gen_random_uuid())',
  'update utilisateur set actif = true',
  'insert into utilisateur_role select * from utilisateur_role limit 0',
  'update role_permission set permission = permission',
  'update partenaire set statut = statut',
  "update fichier set nom_original = ''",
  'delete from contenu_morceau',
  'delete from action_cle',
  'truncate reservation_correspondance',
  'create table antenne_prive.autre (n int)',
  'alter table client disable trigger user',
])('the role that acts may not: %s', async (statement) => {
  await expect(asActing(statement)).rejects.toMatchObject({ code: '42501' })
})

test('what refers to a row that an action may delete is found by an index', async () => {
  const rows = await world.sql<{ reference: string; indexed: boolean }>(`
    select conrelid::regclass || '.' || attname as reference,
      exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]) as indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and has_table_privilege('antenne_actions', confrelid, 'delete')`)
  expect(rows).toContainEqual({ reference: 'site.contact_id', indexed: true })
  expect(rows.filter(({ indexed }) => !indexed)).toEqual([])
})

test('an account that may not act gets 503, nothing changes, and health says so', async () => {
  await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('ok')
  await world.sql(
    'revoke update on client from antenne_actions; revoke update (statut, partenaire_actuel_id, modifie_le) on client from antenne_actions',
  )
  const [pending] = (await world.get(operator, '/api/v1/reservations?statut=demandee')).body.donnees
  const { status, body } = await actOnce(world, operator, `/reservations/${pending.id}/decision`, {
    body: { decision: 'validee' },
    version: pending.modifie_le,
  })
  expect([status, body.code]).toEqual([503, 'service_indisponible'])
  const [same] = (await world.get(operator, '/api/v1/reservations?statut=demandee')).body.donnees
  expect(same).toEqual(pending)
  await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('degrade')
})
