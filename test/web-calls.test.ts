import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The account that decides reservations and verifies nothing. */
const decides = 'jean-baptiste.kouassi@antenne.example'

/** An account without the right to the figures of the day. */
const sells = 'moussa.kone@savane-telecom.example'

/**
 * What the page asks the service for from now on. What is live is read again on a slow machine: that counts once. The
 * copy that a partner's device keeps follows some seconds later, or meanwhile on a slow machine: it is not of the
 * screen.
 */
function callsOf(page: Page): Set<string> {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(api|extension)\/v1\/(?!changements)/.test(pathname)) calls.add(pathname + search)
  })
  return calls
}

// On a weak network each call costs; those that wait for another cost a round trip more.
test.each([
  ['who decides', '/', decides, ['/extension/v1/reservations', '/extension/v1/tableau-de-bord']],
  [
    'who decides and verifies',
    '/',
    operator,
    ['/extension/v1/documents-kyc', '/extension/v1/reservations', '/extension/v1/tableau-de-bord'],
  ],
  [
    'a partner’s manager',
    '/',
    partner,
    [
      ...['/extension/v1/reservations', '/extension/v1/reservations', '/extension/v1/tableau-de-bord'],
      ...['/api/v1/partenaires', '/api/v1/partenaires/{id}/documents-kyc'],
    ],
  ],
  ['who sells for a partner', '/', sells, ['/extension/v1/reservations', '/extension/v1/reservations']],
  ['who decides', '/reservations', decides, ['/extension/v1/reservations']],
  ['who decides', '/clients', decides, ['/api/v1/clients', '/extension/v1/noms']],
  ['a partner', '/reservations', partner, ['/extension/v1/reservations']],
  ['a partner', '/clients', partner, ['/api/v1/clients', '/extension/v1/noms']],
  ['who verifies', '/documents', operator, ['/extension/v1/documents-kyc']],
  ['a partner', '/catalogue', partner, ['/api/v1/offres']],
] as const)(
  '%s opens %s with these calls, and the one that says who it is',
  async (_who, path, account, expected) => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(`sessionStorage.setItem('compte', '${account}')`)
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    const calls = callsOf(page)
    await page.goto(site.address + path)
    await settled(page)
    await page.waitForLoadState('networkidle')
    const paths = [...calls].map((call) => call.split('?', 1)[0]?.replace(/[\da-f-]{36}/, '{id}'))
    expect(paths.sort()).toEqual(['/api/v1/moi', ...expected].sort())
    await context.close()
  },
)

test.each([
  ['who decides', '/', decides, ['/extension/v1/tableau-de-bord']],
  ['who decides', '/reservations', decides, ['/extension/v1/reservations']],
  ['a partner', '/clients?recherche=épi+d%27or', partner, ['/api/v1/clients']],
  ['who sells for a partner', '/', sells, []],
  [
    'a partner’s manager',
    '/',
    partner,
    [...['/extension/v1/tableau-de-bord', '/api/v1/partenaires'], '/api/v1/partenaires/{id}/documents-kyc'],
  ],
] as const)(
  '%s at %s: this is asked before the page is there, and once',
  async (_who, path, account, ahead) => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(`sessionStorage.setItem('compte', '${account}')`)
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|extension)\/v1\//.test(pathname)) asked.push(pathname.replace(/[\da-f-]{36}/, '{id}'))
    })
    const arrive = await holdBack(page, '**/assets/shared-*')
    await page.goto(site.address + path, { waitUntil: 'commit' })
    const expected = ['/api/v1/moi', ...ahead]
    await expect.poll(() => asked.toSorted()).toEqual(expected.toSorted())
    arrive()
    await settled(page)
    await page.waitForLoadState('networkidle')
    const live = path === '/reservations'
    for (const one of expected.filter((url) => !live || url === '/api/v1/moi'))
      expect(asked.filter((url) => url === one)).toHaveLength(1)
    await context.close()
  },
)

/** A client that so many partners ask for, with as many close records; the id of the last request. */
async function conflict(requests: number): Promise<string> {
  const [client = ''] = await prospects(site, 1)
  const rows = await site.sql<{ id: string }>(
    `insert into reservation (id, client_id, client_nom, partenaire_id, demandee_par, statut, doublon_resultat,
      doublon_controle_le, cree_le, modifie_le)
    select gen_random_uuid(), client.id, raison_sociale, partenaire.id, utilisateur.id, 'conflit', 'conflit', now(), now(), now()
    from client, utilisateur, (select id from partenaire order by id limit $2) as partenaire
    where client.id = $1 and utilisateur.email = $3 returning id`,
    [client, requests, operator],
  )
  await site.sql(
    `insert into reservation_correspondance
      (reservation_id, rang, client_id, raison_sociale, partenaire_actuel_id, criteres, similarite)
    select r.id, c.rang, c.id, c.raison_sociale, c.partenaire_actuel_id, '{raison_sociale_proche}', 0.5
    from unnest($1::uuid[]) as r (id), (select row_number() over (order by id) as rang, client.* from client
      where partenaire_actuel_id is not null order by id limit $2) as c`,
    [rows.map(({ id }) => id), requests],
  )
  return rows.at(-1)?.id ?? ''
}

test('an open conflict is the same calls with two competing requests as with six', async () => {
  const callsWith = async (requests: number) => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(`sessionStorage.setItem('compte', '${operator}')`)
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    const calls = callsOf(page)
    const id = await conflict(requests)
    await page.goto(`${site.address}/reservations?statut=toutes&ouverte=${id}`)
    await page
      .getByText(/Clients gérés : \d/)
      .nth(requests - 1)
      .waitFor()
    await page
      .locator('.comparison .badge')
      .nth(requests - 1)
      .waitFor()
    await settled(page)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('.rivals li').count()).toBe(requests)
    expect(await page.locator('.comparison').count()).toBe(requests)
    await context.close()
    return [...calls].map((call) => call.split('?', 1)[0]?.replace(/[\da-f-]{36}/, '{id}')).sort()
  }
  const two = await callsWith(2)
  expect(two).toContain('/extension/v1/reservations/{id}/comparaison')
  expect(await callsWith(6)).toEqual(two)
})

test('all zones of competing partners can be read, and those of the client are marked', async () => {
  const id = await conflict(2)
  const [zones = { names: [], client: '', partner: '' }] = await site.sql<{
    names: string[]
    client: string
    partner: string
  }>(
    `with concurrent as (select partenaire_id as id from partenaire_zone
      where partenaire_id in (select partenaire_id from reservation where client_id = (
        select client_id from reservation where id = $1))
      group by 1 order by count(*) desc limit 1),
    couverte as (select id, libelle from zone_geographique where id in (
      select zone_id from partenaire_zone where partenaire_id = (select id from concurrent))),
    rattache as (update client set zone_id = (select id from couverte order by libelle desc limit 1)
      where id = (select client_id from reservation where id = $1) returning zone_id)
    select (select libelle from zone_geographique where id = (select zone_id from rattache)) as client,
      (select raison_sociale from partenaire where id = (select id from concurrent)) as partner,
      (select array_agg(libelle) from couverte) as names`,
    [id],
  )
  const page = await site.openAs(operator, `/reservations?statut=toutes&ouverte=${id}`)
  const rival = page.locator('.rivals li', { hasText: zones.partner })
  await rival
    .locator('strong', { hasText: new RegExp(`^${zones.client} \\(.+\\), qui couvre le client$`) })
    .waitFor()
  await rival.getByText(/^\d+ autres? zones?$/).click()
  const told = await rival.innerText()
  expect(zones.names.filter((name) => !told.includes(name))).toEqual([])
  await page.context().close()
})

test('an export of 239 reservations is three calls', async () => {
  const [already] = await site.sql<{ n: number }>('select count(*)::int as n from reservation')
  await site.sql(
    `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select gen_random_uuid(), r.client_id, r.partenaire_id, r.demandee_par, 'refusee', now(), now()
    from (select * from reservation order by id limit 1) as r, generate_series(1, 239 - $1::int)`,
    [already?.n],
  )
  const page = await site.openAs(operator, '/reservations?statut=toutes')
  await settled(page)
  const calls = callsOf(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  await download
  expect([...calls].filter((call) => call.includes('taille=100'))).toHaveLength(3)
  expect([...calls].every((call) => call.startsWith('/extension/v1/reservations?'))).toBe(true)
  await page.context().close()
})
