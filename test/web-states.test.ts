import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { freePort } from '../harness/service/free-ports.ts'
import { withWriter } from '../src/database/writer.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site } from './setup/page.ts'
import { nothing, operator } from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ port: await freePort() })
})
afterAll(() => site.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

/** The service listens no more, or again, at the same address. */
async function stopListening() {
  const { server } = site.server
  server.close()
  server.closeAllConnections()
}
async function listenAgain() {
  const { server } = site.server
  server.listen(Number(new URL(site.address).port), '127.0.0.1')
  await once(server, 'listening')
}

test('a service that is stopped: what was there stays, what is asked for says so, and comes when it is back', async () => {
  const page = await site.openAs(operator, '/clients')
  await page.getByRole('table').waitFor()
  // The other screens are fetched a little later.
  await expect
    .poll(() =>
      page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => /catalogue-/.test(name))`),
    )
    .toBe(true)
  await page.waitForLoadState('networkidle')
  await stopListening()
  await page.getByLabel('État').selectOption('actif')
  await heading(page, 'Service indisponible')
  await page.getByText('Nouvel essai dans').waitFor()
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await page.getByRole('heading', { name: 'Catalogue', level: 1 }).waitFor()
  await heading(page, 'Service indisponible')
  await listenAgain()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByRole('table').first().waitFor()
  await page.goBack()
  await page.getByRole('table').waitFor()
  await page.context().close()
})

test('a database that is gone: the words of the service, and a new try by itself', async () => {
  const page = await site.openAs(operator, '/partenaires')
  await page.getByRole('table').waitFor()
  const { database } = site.connection
  const name = database ?? new URL(site.connection.connectionString ?? '').pathname.slice(1)
  const allow = (allowed: boolean) =>
    withWriter(inject('server'), async (client) => {
      await client.query(`alter database ${name} allow_connections ${allowed}`)
      if (!allowed)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ])
    })
  await allow(false)
  await page.getByLabel('État').selectOption('actif')
  await page.getByText('Le service est momentanément indisponible.').waitFor()
  await allow(true)
  await page.getByRole('table').waitFor()
  await page.context().close()
})

test('too many questions: the seconds count down, then it goes on by itself', async () => {
  const limited = await openSite({
    environment: { RATE_LIMIT_USER: '40', RATE_LIMIT_WINDOW_S: '15' },
  })
  const page = await limited.openAs(operator, '/catalogue')
  await page.getByRole('table').first().waitFor()
  const token = await limited.token(operator)
  for (let asked = 0; asked < 45; asked += 1) {
    await limited.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })
  }
  await page.getByLabel('Période').selectOption('annuelle')
  await heading(page, 'Un instant')
  const timer = page.getByRole('timer')
  const secondsOf = async () => Number(/(\d+) seconde/.exec((await timer.textContent()) ?? '')?.[1])
  const first = await secondsOf()
  await expect.poll(secondsOf).toBeLessThan(first)
  await page.getByRole('table').first().waitFor()
  await page.context().close()
  await limited.close()
})

describe('an address that leads to nothing', () => {
  let page: Page
  beforeAll(async () => {
    page = await site.openAs(operator, '/catalogue')
  })
  afterAll(() => page.context().close())

  test.each([
    ['/clients?statut=inconnu&page=2', 'Filtres invalides', 'Effacer les filtres'],
    ['/clients?recherche=zzzzzz', 'Aucun résultat', 'Effacer les filtres'],
    ['/clients?page=999', 'Cette page est vide', 'Revenir à la première page'],
  ])('%s: %s, with a way on', async (path, title, way) => {
    await page.goto(site.address + path)
    await heading(page, title)
    await page.locator('.notice').getByText(way).click()
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(`${site.address}/clients`)
  })

  test.each([`/clients/${nothing}`, '/clients/pas-un-id', `/partenaires/${nothing}`])(
    '%s: not found, in the words of the service',
    async (path) => {
      await page.goto(site.address + path)
      await heading(page, 'Introuvable')
      await page.getByText("L'élément demandé n'existe pas ou n'est pas visible avec vos droits.").waitFor()
    },
  )
})

test('an empty list is said to be empty, not without result', async () => {
  const empty = await openSite()
  await empty.sql('delete from tarif')
  await empty.sql('delete from offre')
  const page = await empty.openAs(operator, '/catalogue')
  await heading(page, 'Aucun élément : forfaits')
  await page.context().close()
  await empty.close()
})

test('no window complained of a script or of the policy', () => {
  expect(site.complaints).toEqual([])
})
