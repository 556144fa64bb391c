import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { opened, openQueue, type Queue, type Shown, told } from './setup/queue.ts'

let site: Site
let queue: Queue
beforeAll(async () => {
  site = await openSite()
  queue = await openQueue(site)
})
afterAll(() => site.close())

const at = (path: string) => site.address + path
const rows = (page: Page) => page.locator('tbody .row-link')
const row = (page: Page, { id }: Shown) => page.locator('tbody tr', { has: page.locator(`[href*="${id}"]`) })
const total = async (who: string, query: string): Promise<number> =>
  (await site.get(who, `/extension/v1/reservations?taille=1&${query}`)).body.pagination.total
const totalIs = async (page: Page, count: number) =>
  page.getByText(`${count} réservation${count < 2 ? '' : 's'}`, { exact: true }).waitFor()

/** The screen, opened from another one while the test holds the clock: timers run when it says so. */
async function openLive(who: string, path = '/reservations') {
  const page = await site.openAs(who, '/catalogue')
  await page.getByRole('table').first().waitFor()
  await page.clock.install()
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
  await rows(page).first().waitFor()
  await settled(page)
  return page
}
const later = (page: Page) => page.clock.runFor(21_000)

test('filters of the queue are in the address: / searches the client, state, result of the check, order', async () => {
  const page = await site.openAs(operator, '/reservations')
  await totalIs(page, await total(operator, 'en_attente=true'))
  await page.getByLabel('État').selectOption('toutes')
  await page.waitForURL(at('/reservations?statut=toutes'))
  await totalIs(page, await total(operator, ''))
  await page.getByLabel('État').selectOption('En attente')
  await page.getByLabel('Contrôle de doublon').selectOption('doublon_potentiel')
  await page.waitForURL(at('/reservations?resultat=doublon_potentiel'))
  await totalIs(page, await total(operator, 'en_attente=true&resultat=doublon_potentiel'))
  await page.getByLabel('Ordre').selectOption('recentes')
  await page.waitForURL(at('/reservations?resultat=doublon_potentiel&tri=recentes'))
  await page.goto(at('/reservations'))
  await rows(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('polyclinique')
  await page.waitForURL(at('/reservations?recherche=polyclinique'))
  await totalIs(page, await total(operator, 'en_attente=true&recherche=polyclinique'))
  await page.goto(at('/reservations?recherche=zzzzzz'))
  await page.getByRole('link', { name: 'Chercher dans toutes les réservations' }).click()
  await page.getByRole('heading', { name: 'Aucun résultat' }).waitFor()
  await page.context().close()
})

test('a screen of 100 rows asks the service as often as one of 20', async () => {
  const page = await site.openAs(operator, '/catalogue')
  await settled(page)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|extension)\//.test(pathname)) asked.push(pathname)
  })
  for (const size of [20, 100]) {
    asked.length = 0
    await page.goto(at(`/reservations?statut=toutes&taille=${size}`))
    await rows(page).first().waitFor()
    await settled(page)
    await page.waitForLoadState('networkidle')
    expect(await rows(page).count()).toBe(size)
    // The queue is live: on a slow machine it has been read again by now.
    const others = asked.filter((path) => path !== '/extension/v1/reservations')
    expect(others.toSorted()).toEqual(['/api/v1/moi'])
  }
  await page.context().close()
})

test('a partner follows what became of its requests: their names, its company, its own words; in the file too', async () => {
  const [refused] = (await queue.pending(1)) as [Shown]
  const name = await queue.nameOf(refused)
  await queue.decide(refused, 'refusee')
  const page = await site.openAs(partner, `/reservations?ouverte=${refused.id}`)
  await row(page, refused).getByText('Refusée').waitFor()
  const panel = page.locator('.panel')
  await panel.getByRole('heading', { name }).waitFor()
  await panel.getByText('Savane Télécom').waitFor()
  await panel.getByText('Ailleurs.').first().waitFor()
  await panel.getByRole('button', { name: 'Fermer la réservation' }).click()
  const text = (await page.locator('main').textContent()) ?? ''
  expect(text).toContain('En attente de décision')
  expect(text).not.toMatch(/À valider|arbitrer|Autre partenaire|Concurrentes|périmètre/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const [line] = file.split('\r\n').filter((one) => one.startsWith(`${name};`))
  expect(line).toMatch(/;Savane Télécom;.*;Refusée;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/)
  expect(file.trimEnd().split('\r\n')).toHaveLength(1 + (await total(partner, '')))
  await page.context().close()
})

test('what others do appears by itself, and moves nothing that is being read', async () => {
  const [older, newer] = (await queue.pending(2)) as [Shown, Shown]
  const page = await openLive(operator, '/reservations?tri=recentes')
  const names = async () => rows(page).allTextContents()
  const before = await names()
  await rows(page).nth(1).click()
  await opened(page, older)
  await queue.decide(older, 'validee', 'jean-baptiste.kouassi@antenne.example')
  await queue.decide(newer, 'refusee')
  const [newest] = (await queue.pending(1)) as [Shown]
  await later(page)
  await page
    .locator('.panel')
    .getByText(
      /Cette demande vient d’être validée par Jean-Baptiste Kouassi, le \d\d\/\d\d\/\d{4} à \d\d:\d\d\./,
    )
    .waitFor()
  expect(await page.locator('.panel .decision').count()).toBe(0)
  const following = await rows(page).nth(2).getAttribute('href')
  await page.getByRole('link', { name: 'Ouvrir la demande suivante' }).click()
  await page.waitForURL(at(following ?? ''))
  await page.keyboard.press('Escape')
  await row(page, newer).getByText('Traitée entre-temps').waitFor()
  expect((await names()).slice(0, before.length)).toEqual(before)
  await page.getByRole('button', { name: 'Mettre la liste à jour : 1 nouvelle demande' }).click()
  await row(page, newest).waitFor()
  expect(await row(page, newer).count()).toBe(0)
  await page.context().close()
})

test('who brings the list up to date by keyboard is on its heading then', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await openLive(operator, '/reservations?tri=recentes')
  await queue.decide(row, 'refusee')
  await later(page)
  const update = page.getByRole('button', { name: 'Mettre la liste à jour' })
  await update.press('Enter')
  await update.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Réservations')
  await page.context().close()
})

test('a dialog decides what was shown when it opened, whatever the list has learnt since', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await openLive(operator, '/reservations?tri=recentes')
  await rows(page).first().click()
  await opened(page, row)
  await page.keyboard.press('v')
  await page.getByRole('dialog', { name: 'Valider la réservation' }).waitFor()
  site.now = new Date(site.now.getTime() + 1000)
  const rival = await queue.request(row.client_id, competitor)
  await later(page)
  await page.locator('.panel-head').getByText('Conflit à arbitrer').waitFor()
  await page.keyboard.press('Enter')
  await told(page, /a changé entre-temps/)
  expect([(await queue.now(row))?.statut, (await queue.now(rival))?.statut]).toEqual(['conflit', 'conflit'])
  await page.context().close()
})

test('an open reservation asks once for what it shows; the one that is decided is not read again', async () => {
  const [next, row] = (await queue.pending(2)) as [Shown, Shown]
  const page = await site.openAs(operator, '/reservations?tri=recentes')
  await settled(page)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isList = pathname === '/extension/v1/reservations' && !search.includes('client_id')
    if (/^\/(api|extension)\//.test(pathname) && !isList) asked.push(pathname)
  })
  const once = () => expect(asked).toEqual([...new Set(asked)])
  await rows(page).first().click()
  await opened(page, row)
  await settled(page)
  once()
  const before = asked.splice(0)
  expect(before).toContain(`/api/v1/clients/${row.client_id}`)
  await page.keyboard.press('v')
  await page.getByRole('dialog').waitFor()
  const listed = page.waitForResponse((response) => response.url().includes('en_attente=true'))
  await page.keyboard.press('v')
  await opened(page, next)
  await listed
  await settled(page)
  once()
  expect(asked).toContain(`/api/v1/clients/${next.client_id}`)
  // Neither its client nor its competitors, of whom there are none.
  expect(asked.filter((path) => before.includes(path) || path === '/extension/v1/reservations')).toEqual([])
  await page.context().close()
})

test('the next page begins at its top; text of a row can be selected, a click beside it opens the row', async () => {
  const page = await site.openAs(operator, '/reservations', { viewport: { width: 1280, height: 600 } })
  await page.getByRole('link', { name: 'Page suivante' }).click()
  await page.getByText('21 à 40 sur').waitFor()
  await page.locator('.table-frame:focus').waitFor()
  const top = await page.evaluate<number>(
    'document.querySelector(".table-frame").getBoundingClientRect().top',
  )
  expect([top >= 0, top < 600]).toEqual([true, true])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('row-link')
  const cell = page.locator('td[data-title="Demandeur"] small').first()
  await page.clock.install()
  await cell.dblclick({ position: { x: 8, y: 8 } })
  expect(await page.evaluate<string>('getSelection().toString()')).toMatch(/\p{L}+/u)
  await page.clock.runFor(1000)
  expect(page.url()).toBe(at('/reservations?page=2'))
  await page.evaluate('getSelection().removeAllRanges()')
  await cell.click()
  await page.locator('.panel').waitFor()
  await page.context().close()
})

test('a name of 77 letters leaves the other columns in sight', async () => {
  const name = 'X'.repeat(77)
  await site.sql(
    'update client set raison_sociale = $1 where id = (select id from client order by id limit 1)',
    [name],
  )
  const page = await site.openAs(operator, `/clients?recherche=${name}`, {
    viewport: { width: 1280, height: 700 },
  })
  const state = page.locator('td[data-title="Dossier KYC"]').first()
  const { x, width } = (await state.boundingBox()) as { x: number; width: number }
  expect(x + width).toBeLessThan(1280)
  await page.context().close()
})

test.each([1280, 1024, 390])('at %i px the queue shows whole names', async (width) => {
  const page = await site.openAs(operator, '/reservations?taille=100', { viewport: { width, height: 800 } })
  await settled(page)
  const names = page.locator('.queue .named .name')
  const cut = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.queue .named .name, .queue .below')]
      .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
      .map((name) => name.textContent)`)
  expect(await names.count()).toBeGreaterThan(80)
  expect(await cut()).toEqual([])
  // Below 70rem an open request takes the place of the list.
  if (width >= 1120) {
    await rows(page).first().click()
    await page.locator('.panel').waitFor()
    expect(await names.first().isVisible()).toBe(true)
    expect(await cut()).toEqual([])
  }
  await page.context().close()
})

test('on a phone a request begins at its top, for who came back to it before, too', async () => {
  const page = await site.openAs(operator, '/reservations', { viewport: { width: 390, height: 600 } })
  const panel = page.locator('.panel:focus')
  const top = () => page.evaluate<number>(`document.querySelector('.panel').getBoundingClientRect().top`)
  await rows(page).nth(15).click()
  await panel.waitFor()
  await panel.locator('a[href^="/clients/"]').first().click()
  await page.locator('h1:focus').waitFor()
  await page.goBack()
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await rows(page).nth(15).click()
  await panel.waitFor()
  expect(await top()).toBeGreaterThanOrEqual(0)
  await page.context().close()
})

test('what is shown with an open request follows when somebody else decides it', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  site.now = new Date(site.now.getTime() + 1000)
  const rival = await queue.request(row.client_id, competitor)
  const page = await openLive(operator, `/reservations?tri=recentes&ouverte=${row.id}`)
  const panel = page.locator('.panel')
  await panel.getByRole('button', { name: 'Choisir ce partenaire' }).nth(1).waitFor()
  await queue.decide(rival, 'validee')
  await later(page)
  await panel.getByText('Cette demande vient d’être refusée').waitFor()
  await panel.locator('.facts div', { hasText: 'Partenaire actuel' }).getByText('Lagune Connect').waitFor()
  await panel.locator('.rivals').getByText('Validée').waitFor()
  await panel.locator('.history').getByText('Réservation refusée').waitFor()
  expect(await panel.getByRole('button', { name: 'Choisir ce partenaire' }).count()).toBe(0)
  await page.context().close()
})

test('nothing was complained about', () => expect(site.complaints).toEqual([]))
