import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryNumbers } from '../harness/actions/numbers.ts'
import { readingOf } from '../harness/database/connection.ts'
import { withWriter } from '../src/database/writer.ts'
import { act } from './setup/acting.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_QUESTIONS: '3' } })
  world.now = new Date()
})
afterAll(() => world.close())

const idOf = async (text: string, values: unknown[]) =>
  (await world.sql<{ id: string }>(text, values))[0]?.id ?? ''

test('the duplicate check of a request counts as a question: numbers cannot be tried by it', async () => {
  const mine = await prospects(world, 5)
  await world.sql(
    'update client set cree_par = (select id from utilisateur where email = $1) where id = any ($2)',
    [competitor, mine],
  )
  const answers: number[] = []
  for (const client_id of mine)
    answers.push((await act(world, competitor, '/reservations', { body: { client_id } })).status)
  expect(answers).toEqual([201, 201, 201, 429, 429])
  // Who has no question left can still do what asks nothing.
  const { body } = await world.get(competitor, `/api/v1/clients/${mine[4]}`)
  const patch = (fields: object) =>
    act(world, competitor, `/clients/${mine[4]}`, { method: 'PATCH', body: fields, version: body.modifie_le })
  expect((await patch({ telephone: '+2250700000009' })).status).toBe(429)
  expect((await patch({ ville: 'Man' })).status).toBe(200)
})

test('a partner does not learn the name of who asked for it at the operator’s', async () => {
  const [client_id] = await prospects(world, 1)
  const asked = await act(world, operator, '/reservations', {
    body: { client_id, partenaire_id: await partnerOf(world, partner) },
  })
  expect(asked.status).toBe(201)
  const read = async (who: string) =>
    (await world.get(who, `/extension/v1/reservations/${asked.body.id}`)).body.demandeur
  expect(await read(partner)).toBeNull()
  expect(await read(operator)).toEqual({ prenom: 'Awa', nom: 'Koné' })
})

test('a removal is told again only to somebody who still sees the client', async () => {
  const [client_id = ''] = await prospects(world, 1)
  await world.sql('update client set partenaire_actuel_id = $2 where id = $1', [
    client_id,
    await partnerOf(world, partner),
  ])
  const contact = await act(world, partner, `/clients/${client_id}/contacts`, {
    body: { prenom: 'Awa', nom: 'Brou' },
  })
  const remove = () =>
    act(world, partner, `/clients/${client_id}/contacts/${contact.body.id}`, {
      method: 'DELETE',
      key: 'retrait-1',
      version: contact.body.modifie_le,
    })
  expect((await remove()).status).toBe(204)
  expect((await remove()).headers['idempotency-replayed']).toBe('true')
  await world.sql('update client set partenaire_actuel_id = $2 where id = $1', [
    client_id,
    await partnerOf(world, competitor),
  ])
  expect((await remove()).status).toBe(404)
})

test('renaming a client renames no organisation but a client’s', async () => {
  const [client_id = ''] = await prospects(world, 1)
  const theirs = await idOf('select organisation_id as id from utilisateur where email = $1', [competitor])
  const [before] = await world.sql('select nom from organisation where id = $1', [theirs])
  await world.sql('update client set organisation_id = $2 where id = $1', [client_id, theirs])
  const { body } = await world.get(operator, `/api/v1/clients/${client_id}`)
  const renamed = await act(world, operator, `/clients/${client_id}`, {
    method: 'PATCH',
    body: { raison_sociale: 'Vexolim Turbanel' },
    version: body.modifie_le,
  })
  expect(renamed.status).toBe(200)
  expect(await world.sql('select nom from organisation where id = $1', [theirs])).toEqual([before])
})

test.each(['noter_tentative(null, null, null, null)', 'tenir_droits(null)', 'tenir_partenaire(null)'])(
  'who only reads may not call %s',
  async (call) => {
    const asReader = readingOf(world.connection)
    await expect(
      withWriter(asReader, (client) => client.query(`select antenne_prive.${call}`)),
    ).rejects.toMatchObject({ code: '42501' })
  },
)

test('a page at an unknown address is never «unchanged»', async () => {
  const page = await world.request('GET', '/nimporte', { accept: 'text/html', 'if-none-match': '*' })
  expect([page.status, page.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(page.headers.vary).toContain('Accept')
  const { status, body } = await world.request('GET', '/api', { accept: 'text/html' })
  expect([status, body.code]).toEqual([404, 'ressource_introuvable'])
})

test('whoever tries numbers learns of as many as a day has questions, and then nothing, whatever the number', async () => {
  const perDay = 24
  const limited = await openWorld({
    environment: { RATE_LIMIT_QUESTIONS_JOUR: String(perDay), RATE_LIMIT_WINDOW_S: '1' },
  })
  const learnt = await tryNumbers({
    ...{ account: partner, tries: 144, sql: limited.sql },
    send: (who, path, body, key) => act(limited, who, path, { body, key }),
  })
  await limited.close()
  expect(learnt.counted).toBe(perDay)
  expect(learnt.answered).toBeLessThanOrEqual(perDay)
  expect(learnt.answered + learnt.refused).toBe(144)
  // What belongs to others is answered alike, and so is what does not exist; a refusal tells neither from the other.
  expect(Object.fromEntries(learnt.shapes)).toEqual({
    'refused for the day': 1,
    ...{ 'check, others': 1, 'check, absent': 1, 'request, others': 1, 'request, absent': 1 },
  })
  expect(new Set([...learnt.answers.keys()].filter((answer) => !answer.includes('429')))).toEqual(
    new Set([
      'check, own: 200 doublon_potentiel',
      'check, others: 200 doublon_potentiel',
      'check, absent: 200 aucun',
      'request, own: 409 etat_incompatible',
      'request, others: 409 client_reserve',
      'request, absent: 404 ressource_introuvable',
    ]),
  )
  expect(learnt.changed).toEqual(['action_cle', 'journal', 'question_jour'])
  expect(learnt.attempts).toBe(learnt.answers.get('request, others: 409 client_reserve'))
  expect(learnt.changedAfter).toEqual([])
})
