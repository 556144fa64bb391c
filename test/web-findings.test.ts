import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site } from './setup/page.ts'
import { operator, partner } from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

test('a browser at an unknown address gets the page, which says so; a program gets the error', async () => {
  const page = await site.openAs(operator, '/clients')
  const answer = await page.goto(`${site.address}/nimporte`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor()
  await page.goto(`${site.address}/clients/`)
  await page.getByRole('table').waitFor()
  expect(new URL(page.url()).pathname).toBe('/clients')
  await page.context().close()
  for (const [path, accept] of [
    ['/nimporte', '*/*'],
    ['/api/v1/nimporte', 'text/html'],
    ['/extension/v1/nimporte', 'text/html'],
  ] as const) {
    const { status, body } = await site.request('GET', path, { accept })
    expect([path, status, body.code]).toEqual([path, 404, 'ressource_introuvable'])
  }
})

test('on a phone the list begins near the top, and calls', async () => {
  const page = await site.openAs(partner, '/clients', phone)
  await page.locator('.row-link').first().waitFor()
  const top = (await page.locator('tbody tr').first().boundingBox())?.y ?? 1000
  expect(top).toBeLessThan(330)
  expect(await page.locator('td a[href^="tel:"]').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('État').selectOption('actif')
  await page.getByRole('button', { name: 'Moins de filtres' }).click()
  await page.getByRole('button', { name: 'Filtres (1)' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test('a partner is called and written to from its record, and called from the list', async () => {
  const page = await site.openAs(operator, '/partenaires?recherche=savane', phone)
  await page.locator('td a[href^="tel:+225"]').first().waitFor()
  await page.locator('.row-link', { hasText: 'Savane Télécom' }).click()
  await page.locator('dd a[href^="tel:+225"]').waitFor()
  await page.locator('dd a[href^="mailto:"]').waitFor()
  await page.context().close()
})

test('in the cards of a phone links are as high as a finger, and none lies over another', async () => {
  const page = await site.openAs(operator, '/clients', phone)
  await page.locator('td a[href^="/partenaires/"]').first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  const boxes = await page.evaluate<{ top: number; bottom: number }[]>(
    `[...document.querySelectorAll('.table-frame td a')].map((a) => a.getBoundingClientRect().toJSON())`,
  )
  expect(boxes.length).toBeGreaterThan(20)
  for (const [index, { top, bottom }] of boxes.entries()) {
    expect(bottom - top).toBeGreaterThanOrEqual(44)
    expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
  }
  await page.context().close()
})

test('on a phone a plan of the catalogue is a card of a few lines, with what one chooses it by', async () => {
  const page = await site.openAs(partner, '/catalogue', phone)
  const cards = page.locator('.compact tbody tr')
  await cards.first().waitFor()
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  expect(height / (await cards.count())).toBeLessThan(120)
  const { body } = await site.get(partner, '/api/v1/offres?actif=true&taille=1')
  const [{ libelle }] = body.donnees
  const text = await cards.filter({ hasText: libelle }).first().innerText()
  for (const shown of [/\d\s(Go|To)/, /Mbit/, /\d\sF\sCFA/, /\d\d\/\d\d\/\d{4}/]) expect(text).toMatch(shown)
  await page.context().close()
})

test('the catalogue shows what is on sale, and says what has no price or whose price ends', async () => {
  await site.sql(`update offre set actif = false where code = (select min(code) from offre)`)
  await site.sql(
    `update tarif set valide_au = current_date where valide_du <= current_date and (valide_au is null or valide_au > current_date)`,
  )
  const page = await site.openAs(partner, '/catalogue')
  const total = async (query: string) =>
    (await site.get(partner, `/api/v1/offres?taille=1${query}`)).body.pagination.total
  await page.getByText(`${await total('&actif=true')} forfaits`, { exact: true }).waitFor()
  await page.getByText('Se termine aujourd’hui').first().waitFor()
  await page.getByLabel('Vente').selectOption('tous')
  await page.getByText(`${await total('')} forfaits`, { exact: true }).waitFor()
  await site.sql('delete from tarif')
  await page.reload()
  await page.getByText('En vente, sans prix').first().waitFor()
  await page.context().close()
})

test('a printed sheet says when and from where; a client’s map leaves room for the rest', async () => {
  const [client] = (await site.get(operator, '/api/v1/clients?taille=1&statut=actif')).body.donnees
  const page = await site.openAs(operator, `/clients/${client.id}`)
  await page.getByRole('heading', { name: 'Sites' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.getByText(`${site.address}/clients/${client.id}`).waitFor()
  expect(await sheetsOf(page)).toBeLessThanOrEqual(2)
  await page.context().close()
  expect(site.complaints).toEqual([])
})

const sheetsOf = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test.each([
  ['/configuration.json', (route: Route) => route.fulfill({ status: 503 })],
  ['/demonstration/comptes', (route: Route) => route.abort()],
])('a start that lacks %s at first goes on by itself', async (path, fail) => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  let asked = 0
  await context.route(`**${path}`, (route) => (asked++ === 0 ? fail(route) : route.continue()))
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  await page.goto(site.address)
  await page.getByRole('button', { name: operator }).waitFor()
  expect(asked).toBeGreaterThan(1)
  await context.close()
})

test('a start that lacks its configuration for long says so, and goes on by itself', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  let away = true
  let asked = 0
  await context.route('**/configuration.json', (route) => {
    asked += 1
    return away ? route.fulfill({ status: 503 }) : route.continue()
  })
  const page = await context.newPage()
  let navigations = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations += 1
  })
  page.setDefaultTimeout(300_000)
  await page.clock.install()
  await page.goto(site.address)
  const told = page.getByText('La page n’a pas pu démarrer.')
  await expect.poll(() => page.clock.fastForward(4000).then(() => told.isVisible())).toBe(true)
  // Without the service it stays: a reload would leave nothing that asks again.
  await expect.poll(() => page.clock.fastForward(4000).then(() => asked)).toBeGreaterThan(10)
  expect([navigations, await told.isVisible()]).toEqual([1, true])
  away = false
  const entered = page.getByRole('button', { name: operator })
  await expect.poll(() => page.clock.fastForward(4000).then(() => entered.isVisible())).toBe(true)
  await context.close()
})

test('a page whose scripts do not come says so, and asks for them again', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  let away = true
  await context.route('**/assets/*.js', (route) => (away ? route.abort() : route.continue()))
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  await page.goto(site.address)
  await page.getByText('La page ne s’est pas chargée.').waitFor()
  away = false
  await page.getByRole('button', { name: operator }).waitFor()
  await context.close()
})

test.each(['/clients', '/reservations'])(
  'the list at %s is printed as a table, with when and from where',
  async (path) => {
    const page = await site.openAs(operator, path, { viewport: { width: 390, height: 844 } })
    await page.locator('tbody tr').nth(19).waitFor()
    await page.emulateMedia({ media: 'print' })
    // As wide as a sheet.
    await page.setViewportSize({ width: 718, height: 1040 })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    await page.getByText(`${site.address}${path}`).waitFor()
    expect(await page.locator('.printed').textContent()).toMatch(
      /^Imprimé le \d\d\/\d\d\/\d{4} à \d\d:\d\d \(UTC\), /,
    )
    expect(await page.locator('thead').isVisible()).toBe(true)
    const shape = await page.evaluate(`getComputedStyle(document.querySelector('tbody tr')).display`)
    expect(shape).toBe('table-row')
    for (const apart of ['.filters', '.pagination', '.box', 'nav'])
      expect(await page.locator(apart).first().isVisible()).toBe(false)
    expect(await sheetsOf(page)).toBeLessThanOrEqual(2)
    await page.context().close()
  },
)
