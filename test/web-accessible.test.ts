import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './setup/browser.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { operator, thirdParty, withoutRights } from './setup/people.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Told {
  readonly doublons_detectes: { readonly correspondances: unknown[] } | null
}

let browser: Browser
let site: Site
let paths: Record<string, string>
beforeAll(async () => {
  browser = await openBrowser()
  site = await openSite(browser)
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
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** What axe-core finds against WCAG 2.2 AA and its own good practice. */
async function violationsOf(page: Page): Promise<string[]> {
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
      await settled(page)
      expect([name, await violationsOf(page)]).toEqual([name, []])
    }
    await page.context().close()
  })

  test('nor has what opens over a screen', async () => {
    const page = await site.openAs(operator, '/catalogue', { colorScheme })
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
      await settled(page)
      expect([who, await violationsOf(page)]).toEqual([who, []])
      await page.context().close()
    }
  })

  test('nor on a phone', async () => {
    const page = await site.openAs(operator, '/', { colorScheme, viewport: { width: 360, height: 740 } })
    for (const name of ['home', 'clients', 'client', 'partner', 'reservation', 'catalogue']) {
      await page.goto(site.address + paths[name])
      await settled(page)
      expect([name, await violationsOf(page)]).toEqual([name, []])
    }
    await page.context().close()
  })
})

test('every screen has one first heading, its landmarks, and a caption on every table', async () => {
  const page = await site.openAs(operator, '/')
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(site.address + path)
    await settled(page)
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
