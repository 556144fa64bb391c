import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { stored } from './setup/device.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { openQueue, type Queue, type Shown, told, unhurried } from './setup/queue.ts'

let site: Site
let queue: Queue
beforeAll(async () => {
  site = await openSite()
  queue = await openQueue(site)
})
afterAll(() => site.close())

const NEWEST = '/reservations?tri=recentes'
const box = (page: Page, { id }: Shown) =>
  page.locator('tbody tr', { has: page.locator(`[href*="${id}"]`) }).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('region', { name: 'Demandes sélectionnées' })
const report = (page: Page) => page.getByRole('dialog', { name: 'Compte rendu' })
const states = (rows: readonly Shown[]) =>
  Promise.all(rows.map(async (row) => (await queue.now(row))?.statut))

async function openList(who: string, path = NEWEST, settings = {}) {
  const page = await site.openAs(who, path, settings)
  await page.locator('.row-link').first().waitFor()
  await settled(page)
  return page
}

test('by keyboard: ↓ and x choose, r refuses all with one motif; each is reported, who came first too', async () => {
  const [lost, changed, last] = (await queue.pending(3)) as [Shown, Shown, Shown]
  const page = await openList(operator)
  for (let pressed = 0; pressed < 3; pressed += 1) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
  }
  await bar(page).getByText('3 demandes sélectionnées').waitFor()
  await queue.decide(lost, 'validee')
  site.now = new Date(site.now.getTime() + 1000)
  const rival = await queue.request(changed.client_id, competitor)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Refuser 3 demandes' })
  await dialog.getByLabel(/^Motif \(/).fill('Hors de nos zones.')
  await page.keyboard.press('Control+Enter')
  await report(page).getByText('demande refusée').waitFor()
  const lines = await report(page).getByRole('listitem').allTextContents()
  expect(lines).toEqual([
    expect.stringMatching(/ : demande refusée\.$/),
    expect.stringMatching(/ : cette demande a changé entre-temps/),
    expect.stringMatching(
      / : demande déjà validée par vous, le .* Votre décision n’a pas été prise en compte\.$/,
    ),
  ])
  // In conflict by now, it is decided alone.
  await report(page).getByText('Les demandes en conflit se traitent une par une').waitFor()
  expect(await report(page).getByText('reste sélectionnée').count()).toBe(0)
  await page.keyboard.press('Enter')
  expect(await queue.now(last)).toEqual({ statut: 'refusee', motif_decision: 'Hors de nos zones.' })
  expect(await states([lost, changed, rival])).toEqual(['validee', 'conflit', 'conflit'])
  await expect.poll(() => box(page, changed).isDisabled()).toBe(true)
  expect(await bar(page).count()).toBe(0)
  await page.context().close()
})

test('keys mean the request of the address, also while it is still read', async () => {
  const [first, second] = (await queue.pending(2)) as [Shown, Shown]
  const oldest = '/extension/v1/reservations?tri=anciennes&taille=1'
  const [far] = (await site.get(operator, oldest)).body.donnees
  const page = await openList(operator)
  expect(await page.locator(`[href*="${far.id}"]`).count()).toBe(0)
  for (const row of [first, second]) await box(page, row).check()
  const letGo = await holdBack(page, `**/extension/v1/reservations/${far.id}`)
  const elsewhere = `${NEWEST}&ouverte=${far.id}`
  await page.evaluate(
    `history.pushState(null, '', '${elsewhere}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await bar(page).getByText('2 demandes sélectionnées').waitFor()
  await page.keyboard.press('v')
  await unhurried(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  letGo()
  await page.locator('.panel').waitFor()
  await page.context().close()
})

test('what failed stays chosen, and is the same intention when it is tried again', async () => {
  const [first, second, third] = (await queue.pending(3)) as [Shown, Shown, Shown]
  const page = await openList(operator)
  const keys: Record<string, (string | undefined)[]> = {}
  let refuse = true
  let release = () => {}
  const seen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/extension/v1/**/decision', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-2) ?? ''
    keys[id] = [...(keys[id] ?? []), route.request().headers()['idempotency-key']]
    if (id === second.id && refuse) {
      const erreur = { code: 'erreur_interne', message: 'Panne.', details: null }
      return route.fulfill({ status: 500, json: { erreur } })
    }
    // The answer is lost once, and the network comes back.
    if (id === third.id && keys[id].length === 1) {
      await Promise.all([route.fetch(), seen])
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  for (const row of [first, second, third]) await box(page, row).check()
  await bar(page).getByRole('button', { name: 'Valider' }).click()
  await page.getByRole('button', { name: 'Valider 3 demandes' }).click()
  await page.getByRole('dialog').getByText('0 sur 3').waitFor()
  release()
  await report(page).getByText('pas envoyée').waitFor()
  expect(await report(page).getByRole('listitem').count()).toBe(3)
  await page.keyboard.press('Enter')
  await bar(page).getByText('2 demandes sélectionnées').waitFor()
  refuse = false
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await told(page, /^2 demandes validées\.$/)
  expect(await states([first, second, third])).toEqual(['validee', 'validee', 'validee'])
  for (const row of [first, second, third]) {
    expect([new Set(keys[row.id]).size, await queue.validations(row)]).toEqual([1, 1])
  }
  await page.context().close()
})

test('once the report of what was chosen by its boxes is closed, the focus is on the heading', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await openList(operator)
  await box(page, row).check()
  await bar(page).getByRole('button', { name: 'Valider' }).click()
  await page.getByRole('button', { name: 'Valider 1 demande' }).click()
  await report(page).waitFor()
  await page.keyboard.press('Enter')
  await report(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  await page.context().close()
})

test('who leaves the screen is told there what became of them, and finds the report', async () => {
  const [lost, first, second] = (await queue.pending(3)) as [Shown, Shown, Shown]
  const page = await openList(operator)
  const release = await holdBack(page, '**/extension/v1/**/decision')
  for (const row of [lost, first, second]) await box(page, row).check()
  await queue.decide(lost, 'refusee')
  await bar(page).getByRole('button', { name: 'Valider' }).click()
  await page.getByRole('button', { name: 'Valider 3 demandes' }).click()
  await page.getByRole('button', { name: 'Continuer sans attendre' }).click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { name: 'Clients' }).waitFor()
  release()
  await told(page, /^2 demandes validées, 1 autre à voir dans le compte rendu\./)
  expect(await states([lost, first, second])).toEqual(['refusee', 'validee', 'validee'])
  await page.getByRole('link', { name: 'Voir le compte rendu' }).click()
  await report(page).getByText('demande déjà refusée par vous').waitFor()
  expect(await report(page).getByRole('listitem').count()).toBe(3)
  await page.reload()
  await report(page).getByText('demande déjà refusée par vous').waitFor()
  await page.keyboard.press('Enter')
  await report(page).waitFor({ state: 'detached' })
  await page.reload()
  await settled(page)
  expect(await report(page).count()).toBe(0)
  expect([new URL(page.url()).search, await bar(page).count()]).toEqual(['?tri=recentes', 0])
  await page.context().close()
})

test('what a reload cuts short is sent by itself, and no longer chosen though the list still shows it as it was', async () => {
  // The one that is shown first is sent first.
  const [left, sent] = (await queue.pending(2)) as [Shown, Shown]
  const page = await openList(operator)
  for (const row of [sent, left]) await box(page, row).check()
  // No answer comes before the reload.
  let reloaded = false
  const sending = page.waitForRequest(`**/${sent.id}/decision`)
  await page.route('**/decision', (route) => (reloaded ? route.fallback() : undefined))
  await bar(page).getByRole('button', { name: 'Valider' }).click()
  await page.getByRole('button', { name: 'Valider 2 demandes' }).click()
  await sending
  const kept = async () => JSON.stringify((await stored(page)).databases)
  for (const text of [left.id, 'deciderReservation']) await expect.poll(kept).toContain(text)
  const release = await holdBack(page, '**/extension/v1/reservations?*')
  page.on('dialog', (dialog) => void dialog.accept())
  reloaded = true
  await page.reload()
  await expect.poll(async () => (await queue.now(sent))?.statut).toBe('validee')
  await bar(page).getByText('1 demande sélectionnée').waitFor()
  expect([await box(page, sent).isChecked(), await box(page, left).isChecked()]).toEqual([false, true])
  release()
  await page.context().close()
})

test('only who decides chooses, and only what is decided alone', async () => {
  const [free, disputed] = (await queue.pending(2)) as [Shown, Shown]
  site.now = new Date(site.now.getTime() + 1000)
  const rival = await queue.request(disputed.client_id, competitor)
  const own = await openList(partner)
  expect(await own.getByRole('checkbox').count()).toBe(0)
  await own.context().close()
  const page = await openList(operator)
  expect(await box(page, rival).isDisabled()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await told(page, /Les demandes en conflit se traitent une par une/)
  await box(page, free).check()
  // What is chosen is found again after a reload, and is no longer once it is decided.
  await page.reload()
  await bar(page).getByText('1 demande sélectionnée').waitFor()
  expect(await box(page, free).isChecked()).toBe(true)
  await queue.decide(free, 'validee')
  await page.reload()
  await page.locator('.row-link').first().waitFor()
  // What the device kept of the list is shown until it is read again.
  await bar(page).waitFor({ state: 'detached' })
  await page.context().close()
})

test.each([1280, 800, 390, 320])(
  'at %i px messages, the bar of what is chosen and the menu stand apart',
  async (width) => {
    const [free, disputed] = (await queue.pending(2)) as [Shown, Shown]
    site.now = new Date(site.now.getTime() + 1000)
    await queue.request(disputed.client_id, competitor)
    const page = await openList(operator, NEWEST, { viewport: { width, height: 800 } })
    await box(page, free).check()
    await page.locator('.row-link').first().focus()
    await page.keyboard.press('x')
    await told(page, /se traitent une par une/)
    const edges = async (selector: string) => {
      const { y = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {}
      return [y, y + height] as const
    }
    for (const end of [0, 'document.body.scrollHeight']) {
      await page.evaluate(`scrollTo(0, ${end})`)
      const [[, below], [top, bottom]] = [await edges('.outcome'), await edges('.several')]
      expect(below).toBeLessThanOrEqual(top)
      const menu = width < 960 ? (await edges('.top nav'))[0] : 800
      expect(bottom).toBeLessThanOrEqual(menu)
    }
    await page.context().close()
  },
)

test('the day of an operator: 30 decisions by keyboard, none twice, none lost', async () => {
  const rows = await queue.pending(30)
  const [oldest] = rows as [Shown]
  await site.sql(
    `update reservation set statut = 'refusee', traitee_le = now() where en_attente and cree_le < $1`,
    [oldest.cree_le],
  )
  const page = await openList(operator, '/reservations')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const at = (row: Shown) => page.waitForURL((url) => url.searchParams.get('ouverte') === row.id)
  for (const [index, row] of rows.entries()) {
    await at(row)
    await page.locator('.panel:focus').waitFor()
    await unhurried(page)
    if (index % 3 === 2) {
      await page.keyboard.press('r')
      await page.keyboard.type('Hors de vos zones.')
      await page.keyboard.press('Control+Enter')
    } else {
      await page.keyboard.press('v')
      await page.keyboard.press('v')
    }
  }
  await page.locator('.panel').waitFor({ state: 'detached' })
  expect(await states(rows)).toEqual(rows.map((_, index) => (index % 3 === 2 ? 'refusee' : 'validee')))
  expect(await Promise.all(rows.map(queue.validations))).toEqual(rows.map((_, i) => (i % 3 === 2 ? 0 : 1)))
  await page.context().close()
})

test.each([1280, 390])(
  'no violation while choosing, deciding and reading the report, %i px wide',
  async (width) => {
    const rows = await queue.pending(2)
    const page = await openList(operator, NEWEST, { colorScheme: 'light', viewport: { width, height: 800 } })
    for (const row of rows) await box(page, row).check()
    await bar(page).waitFor()
    expect(['chosen', await violationsOf(page)]).toEqual(['chosen', []])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await bar(page).getByRole('button', { name: 'Valider' }).click()
    expect(['asked', await violationsOf(page)]).toEqual(['asked', []])
    await page.getByRole('button', { name: 'Valider 2 demandes' }).click()
    await report(page).waitFor()
    expect(['told', await violationsOf(page)]).toEqual(['told', []])
    await page.context().close()
  },
)

test('nothing was complained about', () => expect(site.complaints).toEqual([]))
