import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { actions, reads } from '../src/extension/index.ts'
import { DOWNLOAD } from '../src/http/description/download.ts'
import { operations } from '../src/operations/index.ts'
import { violationsOf } from './setup/axe.ts'
import { openBrowser } from './setup/browser.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { type ListeningWorld, openListeningWorld } from './setup/client.ts'
import { operator, partner } from './setup/people.ts'
import { formOf, openReference as openReferenceOf } from './setup/reference.ts'

let world: ListeningWorld
let browser: Browser
beforeAll(async () => {
  world = await openListeningWorld({ accounts: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world.close()
})

const openReference = () => openReferenceOf(browser, world.address)

describe('the page', () => {
  test('shows every operation and every action, asks nobody else for anything, and breaks no rule of its policy', async () => {
    const { page, context, complaints, asked } = await openReference()
    const requests = [...operations, ...reads, DOWNLOAD].map(({ id, path }) => `${id} GET ${path}`)
    const changes = actions.map(({ id, method, path }) => `${id} ${method} ${path}`)
    const shown = page.locator('.operation .address').evaluateAll((lines: { textContent: string }[]) =>
      lines.map(({ textContent }) => {
        const [method, path, id] = textContent.split(' ')
        return `${id} ${method} ${path}`
      }),
    )
    expect((await shown).sort()).toEqual([...requests, ...changes].sort())
    expect(asked.filter((url) => !url.startsWith(world.address) && !url.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await context.close()
  })

  test('its policy allows nothing inside the page; its files are kept for ever, itself is not', async () => {
    const answer = await world.get(null, '/reference')
    const policy = answer.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    const script = /src="([^"]+\.js)"/.exec(answer.text)?.[1] ?? ''
    const file = await world.get(null, script, { 'accept-encoding': 'gzip, br' })
    expect([file.status, file.headers['content-encoding']]).toEqual([200, 'br'])
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { etag = '' } = answer.headers
    expect((await world.get(null, '/reference', { 'if-none-match': etag })).status).toBe(304)
    expect((await world.get(null, '/reference/../package.json')).status).toBe(404)
    expect((await world.get(null, '/reference/absent.js')).status).toBe(404)
    expect((await world.request('POST', '/reference')).status).toBe(405)
    expect((await world.get(null, '/api/v1/sante')).headers['content-security-policy']).toContain("'none'")
  })

  test('has no fault that axe knows, and does not overflow: wide or on a phone, light or dark', async () => {
    const { page, context } = await openReference()
    for (const summary of await page.locator('#creerClient summary').all()) await summary.click()
    await formOf(page, 'lireSante').getByRole('button', { name: 'Envoyer la requête' }).click()
    await page.locator('#lireSante .answer pre').waitFor()
    for (const [width, height] of [
      [1280, 900],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect([width, await violationsOf(page)]).toEqual([width, []])
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overflow)).toBe(0)
    }
    await context.close()
  })
})

describe('asking the service', () => {
  test('health answers anybody; the rest says what is missing', async () => {
    const { page, context } = await openReference()
    const answerOf = async (id: string) => {
      await formOf(page, id).getByRole('button', { name: 'Envoyer la requête' }).click()
      await page.locator(`#${id} .answer pre`).waitFor()
      return page.locator(`#${id} .answer`).innerText()
    }
    expect(await answerOf('lireSante')).toMatch(/^200 Succès[\s\S]*"statut": "ok"/)
    expect(await answerOf('lireMoi')).toMatch(/^401 Erreur[\s\S]*authentification_requise/)
    await context.close()
  })

  test('with a token, each operation of an item answers for the first of its list', async () => {
    const { page, context } = await openReference()
    await page.getByLabel('Jeton d’accès').fill(await world.token(operator))
    await page.keyboard.press('Tab')
    await page.getByText('Awa Koné', { exact: false }).waitFor()
    for (const { id, path } of [...operations, ...reads.filter(({ required }) => required.length === 0)]) {
      const form = formOf(page, id)
      if (path.includes('{id}')) {
        await form.getByRole('button', { name: 'Utiliser le premier de la liste' }).click()
        await expect.poll(() => form.locator(`#${id}-id`).inputValue()).not.toBe('')
      }
      await form.getByRole('button', { name: 'Envoyer la requête' }).click()
      await page.locator(`#${id} .answer pre`).waitFor()
      expect([id, await page.locator(`#${id} .answer strong`).innerText()]).toEqual([id, '200'])
    }
    await context.close()
  })

  test('parameters go into the address, and into the command to copy', async () => {
    const { page, context } = await openReference()
    await page.getByLabel('Jeton d’accès').fill(await world.token(partner))
    const form = formOf(page, 'listerClients')
    await form.locator('#listerClients-recherche').fill('société')
    await form.locator('#listerClients-statut').selectOption('actif')
    await form.locator('#listerClients-taille').fill('500')
    expect(await form.locator('.command').innerText()).toBe(
      `curl -H 'Authorization: Bearer JETON' '${world.address}/api/v1/clients?taille=500&recherche=soci%C3%A9t%C3%A9&statut=actif'`,
    )
    await form.getByRole('button', { name: 'Envoyer la requête' }).click()
    await form.getByText('Donnez un nombre entier de 1 à 100.').waitFor()
    await form.locator('#listerClients-taille').fill('2')
    await page.keyboard.press('Enter')
    await page.locator('#listerClients .answer .good').waitFor()
    await context.close()
  })

  test('says so when the service does not answer', async () => {
    const { page, context } = await openReference()
    await context.setOffline(true)
    await formOf(page, 'lireSante').getByRole('button', { name: 'Envoyer la requête' }).click()
    await page.getByText('Le service ne répond pas.').waitFor()
    await context.close()
  })

  test('in demonstration, an account gives the token', async () => {
    const { page, context } = await openReference()
    await page.getByLabel('Compte de démonstration').selectOption(partner)
    await page.getByText(/Fatou.*Coulibaly, Savane Télécom/i).waitFor()
    expect(await page.getByLabel('Jeton d’accès').inputValue()).toMatch(/^eyJ/)
    await context.close()
  })
})
