import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { operator, thirdParty, withoutRights } from './setup/people.ts'

interface Told {
  readonly doublons_detectes: { readonly correspondances: unknown[] } | null
}

let site: Site
let paths: Record<string, string>
beforeAll(async () => {
  site = await openSite()
  const first = async (path: string) => (await site.get(operator, path)).body.donnees[0].id
  const queue = (await site.get(operator, '/api/v1/reservations')).body.donnees
  const told = queue.find((one: Told) => one.doublons_detectes?.correspondances.length)
  paths = {
    home: '/',
    clients: '/clients',
    client: `/clients/${await first('/api/v1/clients?recherche=plateau')}`,
    partners: '/partenaires',
    partner: `/partenaires/${await first('/api/v1/partenaires?recherche=savane')}`,
    reservations: '/reservations',
    reservation: `/reservations?ouverte=${told.id}`,
    catalogue: '/catalogue',
    'no result': '/clients?recherche=zzzzzz',
    'invalid filters': '/clients?statut=x',
    'not found': '/clients/x',
  }
})
afterAll(() => site.close())

/** What a screen has of its frame. */
const FRAME = `({
  headings: document.querySelectorAll('h1').length,
  main: document.querySelectorAll('main').length,
  nav: document.querySelectorAll('nav[aria-label="Menu principal"]').length,
  tables: [...document.querySelectorAll('table')].filter((table) => !table.caption).length,
  title: document.title.endsWith(' · Antenne'),
})`

const WIDE = { width: 1280, height: 720 }
const PHONE = { width: 360, height: 740 }
const onPhone = ['home', 'clients', 'client', 'partner', 'reservation', 'catalogue']

test('no screen has a violation, wide or on a phone; each has one first heading, its landmarks, a caption on every table', async () => {
  const page = await site.openAs(operator, '/', { colorScheme: 'light', viewport: WIDE })
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(site.address + path)
    await settled(page)
    expect([name, await page.evaluate(FRAME)]).toEqual([
      name,
      { headings: 1, main: 1, nav: 1, tables: 0, title: true },
    ])
    expect([name, await violationsOf(page)]).toEqual([name, []])
    if (!onPhone.includes(name)) continue
    await page.setViewportSize(PHONE)
    await settled(page)
    expect([`${name}, on a phone`, await violationsOf(page)]).toEqual([`${name}, on a phone`, []])
    await page.setViewportSize(WIDE)
  }
  await page.context().close()
})

test('nor has what opens over a screen', async () => {
  const page = await site.openAs(operator, '/catalogue', { colorScheme: 'light' })
  await settled(page)
  await page.getByRole('button', { name: /^Compte de/ }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Raccourcis clavier' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto(`${site.address}/clients`)
  await page.getByRole('combobox', { name: 'Partenaire' }).click()
  await page.locator('[role=option]').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.context().close()
})

test('nor has the page before one is in, nor that of whoever may not go further', async () => {
  const entrance = await site.open('/', { colorScheme: 'light' })
  await entrance.getByRole('button').first().waitFor()
  expect(await violationsOf(entrance)).toEqual([])
  await entrance.context().close()
  for (const [who, path] of [
    [withoutRights, '/'],
    [thirdParty, '/clients'],
    ['moussa.kone@savane-telecom.example', '/'],
    ['mariam.traore@antenne.example', '/clients'],
  ] as const) {
    const page = await site.openAs(who, path, { colorScheme: 'light' })
    await settled(page)
    expect([who, await violationsOf(page)]).toEqual([who, []])
    await page.context().close()
  }
})
