import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './setup/browser.ts'
import { openSite, type Site } from './setup/page.ts'
import { operator, thirdParty, withoutRights } from './setup/people.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let site: Site
let paths: Record<string, string>
beforeAll(async () => {
  browser = await openBrowser()
  site = await openSite(browser)
  const first = async (path: string) => (await site.get(operator, path)).body.donnees[0].id
  const [told] = await site.sql<{ id: string }>(
    `select reservation_id as id from reservation_correspondance join reservation on id = reservation_id
      where en_attente order by cardinality(criteres) desc, id limit 1`,
  )
  paths = {
    home: '/',
    clients: '/clients',
    client: `/clients/${await first('/api/v1/clients?recherche=plateau')}`,
    partners: '/partenaires',
    partner: `/partenaires/${await first('/api/v1/partenaires?recherche=savane')}`,
    reservations: '/reservations',
    reservation: `/reservations?taille=100&ouverte=${told?.id}`,
    catalogue: '/catalogue',
    'no result': '/clients?recherche=zzzzzz',
    'invalid filters': '/clients?statut=x',
    'not found': '/clients/x',
  }
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** What axe-core finds against WCAG 2.2 AA and its own good practice. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  // The page's policy lets no script in: the browser puts it there itself.
  await page.evaluate(axe)
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ': ' + target.join(' ') + ' ' + failureSummary)))`)
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('no screen has a violation', async () => {
    const page = await site.openAs(operator, '/', { colorScheme })
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(site.address + path)
      expect([name, await violationsOf(page)]).toEqual([name, []])
    }
    await page.getByRole('button', { name: /^Compte de/ }).click()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Raccourcis clavier' }).click()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`${site.address}/clients`)
    await page.getByRole('combobox', { name: 'Partenaire' }).click()
    await page.getByRole('option').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  })

  test('nor has the page before one is in, nor that of whoever may not go further', async () => {
    const entrance = await site.open('/', { colorScheme })
    await entrance.getByRole('button').first().waitFor()
    expect(await violationsOf(entrance)).toEqual([])
    await entrance.context().close()
    for (const [who, path] of [
      [withoutRights, '/'],
      [thirdParty, '/clients'],
      ['moussa.kone@savane-telecom.example', '/'],
      ['mariam.traore@antenne.example', '/clients'],
    ] as const) {
      const page = await site.openAs(who, path, { colorScheme })
      expect([who, await violationsOf(page)]).toEqual([who, []])
      await page.context().close()
    }
  })

  test('nor on a phone', async () => {
    const page = await site.openAs(operator, '/', { colorScheme, viewport: { width: 360, height: 740 } })
    for (const name of ['home', 'clients', 'client', 'partner', 'reservation', 'catalogue']) {
      await page.goto(site.address + paths[name])
      expect([name, await violationsOf(page)]).toEqual([name, []])
    }
    await page.context().close()
  })
})

test('every screen has one first heading, its landmarks, and a caption on every table', async () => {
  const page = await site.openAs(operator, '/')
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(site.address + path)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate(`({
      headings: document.querySelectorAll('h1').length,
      main: document.querySelectorAll('main').length,
      nav: document.querySelectorAll('nav[aria-label="Menu principal"]').length,
      tables: [...document.querySelectorAll('table')].filter((table) => !table.caption).length,
      title: document.title.endsWith(' · Antenne'),
    })`)
    expect([name, found]).toEqual([name, { headings: 1, main: 1, nav: 1, tables: 0, title: true }])
  }
  await page.context().close()
})
