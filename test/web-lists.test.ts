import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { operator } from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const at = (path: string) => site.address + path
const rows = (page: Page) => page.locator('tbody .row-link')
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')
const totalIs = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const total = async (path: string): Promise<number> => (await site.get(operator, path)).body.pagination.total
const open = (path: string, options = {}) => site.openAs(operator, path, options)

describe('filters live in the address', () => {
  test('searching as one types, filtering and turning pages; back and reload keep them', async () => {
    const page = await open('/clients')
    await totalIs(page, '400 clients')
    await page.getByRole('searchbox').pressSequentially('pharma', { delay: 40 })
    await page.waitForURL(at('/clients?recherche=pharma'))
    await totalIs(page, `${await total('/api/v1/clients?recherche=pharma&taille=1')} clients`)
    await page.getByRole('button', { name: 'Effacer les filtres' }).click()
    await page.waitForURL(at('/clients'))
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')

    await page.getByLabel('État').selectOption('actif')
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.waitForURL(at('/clients?statut=actif&page=2'))
    await page.getByLabel('Par page').selectOption('50')
    await page.waitForURL(at('/clients?statut=actif&taille=50'))
    await page.getByText('1 à 50 sur').waitFor()
    expect(await rows(page).count()).toBe(50)

    await page.reload()
    await page.getByText('1 à 50 sur').waitFor()
    expect(await page.getByLabel('État').inputValue()).toBe('actif')
    await page.goBack()
    await page.waitForURL(at('/clients?statut=actif&page=2'))
    await page.getByText('21 à 40 sur').waitFor()
    await page.goBack()
    await page.goBack()
    await page.waitForURL(at('/clients'))
    await totalIs(page, '400 clients')
    await page.goBack()
    await page.waitForURL(at('/clients?recherche=pharma'))
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('pharma')
    await page.context().close()
  })

  test('every filter of the contract is there, and asks for what it says', async () => {
    const page = await open('/clients')
    const [sector] = await site.sql<{ id: string; libelle: string }>(
      'select id, libelle from secteur_activite order by code limit 1',
    )
    await page.getByLabel('Secteur').selectOption({ label: sector?.libelle ?? '' })
    await page.getByLabel('Dossier KYC').selectOption('conforme')
    const query = `statut_kyc=conforme&secteur_id=${sector?.id}`
    await page.waitForURL(at(`/clients?${query}`))
    await page
      .getByText(new RegExp(`^${await total(`/api/v1/clients?${query}&taille=1`)} clients?$`))
      .waitFor()

    await page.goto(at('/clients'))
    await page.getByRole('combobox', { name: 'Partenaire' }).fill('savane')
    await page.getByRole('option', { name: 'Savane Télécom' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/partenaire_id=/)
    const { pathname, search } = new URL(page.url())
    await totalIs(page, `${await total(`/api/v1${pathname}${search}&taille=1`)} clients`)
    expect(await page.getByRole('combobox', { name: 'Partenaire' }).inputValue()).toBe('Savane Télécom')

    await page.goto(at('/partenaires'))
    await page.getByRole('combobox', { name: 'Zone couverte' }).fill('gbeke')
    await page.getByRole('option', { name: /Gbêkê/ }).click()
    await page.waitForURL(/zone_id=/)
    const zone = new URL(page.url()).search
    await page
      .getByText(new RegExp(`^${await total(`/api/v1/partenaires${zone}&taille=1`)} partenaires?$`))
      .waitFor()

    await page.goto(at('/catalogue'))
    await page.getByLabel('Volume exact, en Go').fill('100')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/catalogue?volume_go=100'))
    await page
      .getByText(new RegExp(`^${await total('/api/v1/offres?volume_go=100&taille=1')} forfaits?$`))
      .waitFor()
    await page.context().close()
  })

  test('the page before stays until the next one is there', async () => {
    const page = await open('/clients')
    await rows(page).first().waitFor()
    const first = await rows(page).first().textContent()
    const release = await holdBack(page, '**/api/v1/clients?*page=2*')
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.locator('.table-frame[aria-busy=true]').waitFor()
    expect(await rows(page).first().textContent()).toBe(first)
    release()
    await page.getByText('21 à 40 sur').waitFor()
    expect(await rows(page).first().textContent()).not.toBe(first)
    await page.context().close()
  })
})

describe('by keyboard', () => {
  test('/ searches, arrows move, Enter opens, the focus follows, ? lists the keys', async () => {
    const page = await open('/clients')
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('hotel')
    await page.waitForURL(at('/clients?recherche=hotel'))
    await page.locator('.table-frame[aria-busy=false]').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const second = (await rows(page).nth(1).textContent())?.trim() ?? ''
    expect(await focused(page)).toBe(second)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/clients\/[\da-f-]{36}$/)
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.locator('.way-back a').click()
    await page.waitForURL(at('/clients?recherche=hotel'))
    await page.locator('body').press('?')
    await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor()
    await page.getByLabel(/d’un seul caractère/).uncheck()
    await page.keyboard.press('Escape')
    await page.locator('h1').press('?')
    await page.locator('h1').press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })

  test.each([
    ['the browser', (page: Page) => page.goBack()],
    ['the way back of the page', (page: Page) => page.locator('.way-back a').click()],
  ])('back from a record by %s: the list is where it was, with the focus on the row', async (_by, goBack) => {
    const page = await open('/clients?taille=50')
    const row = rows(page).nth(30)
    await row.scrollIntoViewIfNeeded()
    const name = (await row.textContent())?.trim() ?? ''
    const top = await page.evaluate<number>('scrollY')
    expect(top).toBeGreaterThan(300)
    await row.click()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await page.evaluate('scrollY')).toBe(0)
    await goBack(page)
    await expect.poll(() => focused(page)).toBe(name)
    expect(await page.evaluate('scrollY')).toBe(top)
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await page.getByRole('table').first().waitFor()
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await rows(page).first().waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.context().close()
  })

  test('a list that is left by the browser’s forward is found as it was left', async () => {
    const page = await open('/clients?taille=50')
    await rows(page).nth(10).click()
    await page.locator('h1:focus').waitFor()
    await page.goBack()
    await page.locator('.row-link:focus').waitFor()
    // The page notes how far it is scrolled before the next frame.
    await page.evaluate('scrollTo(0, 200), new Promise(requestAnimationFrame)')
    await page.goForward()
    await page.locator('h1:focus').waitFor()
    await page.goBack()
    await page.locator('.row-link:focus').waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBe(200)
    await page.context().close()
  })

  test('the first stop is the way past the menu', async () => {
    const page = await open('/catalogue')
    await page.reload()
    await page.getByRole('table').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Aller au contenu')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('contenu')
    await page.context().close()
  })
})

test('a file has all pages of what is filtered, with formulas made harmless', async () => {
  await site.sql(`update client set raison_sociale = '=HYPERLINK("http://x";"A")' where id = (
    select id from client where statut = 'actif' order by raison_sociale limit 1)`)
  const page = await open('/clients?statut=actif')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^clients-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffRaison sociale;Forme juridique;RCCM;NCC;Secteur;')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + (await total('/api/v1/clients?statut=actif&taille=1')))
  expect(text).toContain(`"'=HYPERLINK(""http://x"";""A"")"`)
  expect(lines.flatMap((line) => line.split(';')).filter((cell) => /^[=+@\t-]/.test(cell))).toEqual([])
  expect(text).toMatch(/;\(\+225\) \d\d \d\d/)
  expect(text).toMatch(/;\d{4}-\d\d-\d\d;/)
  await page.getByText('Export terminé.').waitFor({ state: 'attached' })
  await page.context().close()
})

test('on a phone of 360 px nothing is wider than the screen, and tables are cards', async () => {
  const page = await open('/', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const [client] = (await site.get(operator, '/api/v1/clients?recherche=plateau&taille=1')).body.donnees
  const [partner] = (await site.get(operator, '/api/v1/partenaires?taille=1')).body.donnees
  const [reservation] = (await site.get(operator, '/api/v1/reservations?taille=1')).body.donnees
  const paths = [
    '/',
    '/clients',
    `/clients/${client.id}`,
    '/partenaires',
    `/partenaires/${partner.id}`,
    '/reservations',
    `/reservations?ouverte=${reservation.id}`,
    '/catalogue',
  ]
  for (const path of paths) {
    await page.goto(at(path))
    await settled(page)
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
  }
  await page.goto(at('/clients'))
  await rows(page).first().waitFor()
  expect(await page.locator('thead').isVisible()).toBe(false)
  expect(await page.getByRole('row').count()).toBe(20)
  await page.context().close()
})

describe.each([
  { screen: 'a wide screen', viewport: { width: 1280, height: 740 } },
  { screen: 'a phone', viewport: { width: 360, height: 740 } },
])('on $screen', ({ viewport }) => {
  test('nothing moves while a screen fills, however late each answer comes', async () => {
    const page = await open('/catalogue', { viewport })
    const [partner] = (await site.get(operator, '/api/v1/partenaires?taille=1')).body.donnees
    const [client] = (await site.get(operator, '/api/v1/clients?taille=1')).body.donnees
    const [reservation] = (await site.get(operator, '/api/v1/reservations?taille=1')).body.donnees
    const frames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))'
    let before: Promise<unknown> = Promise.resolve()
    // Each answer is let through when what came before it has been drawn.
    await page.route(/\/(api|extension)\/v1\//, async (route) => {
      const turn = before.then(() => page.evaluate(frames)).catch(() => {})
      before = turn
      await turn
      await route.continue().catch(() => {})
    })
    await page.addInitScript(`window.moved = 0
      window.movements = new PerformanceObserver((list) => note(list.getEntries()))
      const note = (entries) => { for (const { value } of entries) window.moved += value }
      movements.observe({ type: 'layout-shift', buffered: true })
      window.movedSoFar = () => { note(movements.takeRecords()); return window.moved }`)
    const paths = [
      '/',
      '/clients',
      `/clients/${client.id}`,
      '/partenaires',
      `/partenaires/${partner.id}`,
      '/reservations',
      '/reservations?page=3',
      `/reservations?client_id=${reservation.client_id}`,
      `/reservations?ouverte=${reservation.id}`,
      '/catalogue',
    ]
    for (const path of paths) {
      await page.goto(at(path))
      await settled(page)
      await page.evaluate(frames)
      const moved = await page.evaluate<number>('window.movedSoFar()')
      // A fifth of what people begin to notice.
      expect([path, moved < 0.02 || moved]).toEqual([path, true])
    }
    await page.context().close()
  })
})

test('no window complained of a script or of the policy', () => {
  expect(site.complaints).toEqual([])
})
