import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { partner } from './setup/people.ts'
import { holdPosition, inMan } from './setup/position.ts'

let site: Site
let client: { readonly id: string }
beforeAll(async () => {
  site = await openSite()
  client = (await site.get(partner, '/api/v1/clients?taille=1&statut=actif')).body.donnees[0]
})
afterAll(() => site.close())

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const value = (page: Page, name: string) => page.getByLabel(name, { exact: true }).last().inputValue()

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)
}

test('the position of the device becomes that of a site', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`, inMan)
  await press(page, 'Ajouter un site')
  await page.getByLabel('Nom du site').fill('Antenne Zorvix')
  await press(page, 'Utiliser ma position')
  await page.getByText('Position relevée, à 12 m près.').waitFor()
  await press(page, 'Enregistrer')
  await page.getByText('Antenne Zorvix : site enregistré').waitFor()
  const stored = await site.sql(`select latitude, longitude from site where libelle = 'Antenne Zorvix'`)
  expect(stored).toEqual([{ latitude: 7.4125, longitude: -7.5538 }])
  await page.context().close()
})

test('a device that does not give its position: the page says what to do instead', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`, { ...inMan, permissions: [] })
  await press(page, 'Ajouter un site')
  await press(page, 'Utiliser ma position')
  await page.getByText('Position indisponible').waitFor()
  expect(await value(page, 'Latitude')).toBe('')
  await page.context().close()
})

test.each([
  ['a new client', () => '/clients/nouveau', '5.3599, 4.0083', '5.3599'],
  ['a client', () => `/clients/${client.id}`, '5,3599 ; 4,0083', '5,3599'],
])(
  'coordinates of a site of %s: pasted both at once, a forgotten minus is told',
  async (_of, at, text, latitude) => {
    const page = await site.openAs(partner, at())
    await press(page, 'Ajouter un site')
    const field = page.getByLabel('Latitude', { exact: true })
    await paste(page, field, text)
    const warning = page.getByText('Ce point est hors de Côte d’Ivoire.')
    await warning.waitFor()
    expect(await field.inputValue()).toBe(latitude)
    expect(await violationsOf(page)).toEqual([])
    await press(page, 'Corriger la longitude : -4,0083')
    await warning.waitFor({ state: 'detached' })
    expect(await value(page, 'Longitude')).toBe('-4.008300')
    expect(await page.evaluate('document.activeElement.labels?.[0].textContent')).toBe('Longitude')
    await page.context().close()
  },
)

test('what is pasted while it is being sent changes nothing', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill('Zorquon Vixhyl')
  await press(page, 'Ajouter un site')
  const answer = await holdBack(page, '**/extension/v1/clients')
  await press(page, 'Créer le client')
  await page.getByRole('button', { name: 'Création en cours…' }).waitFor()
  await paste(page, page.getByLabel('Latitude'), '5.3599, -4.0083')
  expect(await value(page, 'Latitude')).toBe('')
  answer()
  await page.context().close()
})

test('a position that comes late leaves alone what was typed meanwhile', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`, inMan)
  await press(page, 'Ajouter un site')
  const answer = await holdPosition(page)
  await press(page, 'Utiliser ma position')
  await page.getByLabel('Nom du site').fill('Antenne Brydax')
  await answer()
  await expect.poll(() => value(page, 'Latitude')).toBe('7.412500')
  expect(await value(page, 'Nom du site (obligatoire)')).toBe('Antenne Brydax')
  await page.context().close()
})

test('a position that comes late is that of its own site of a new client', async () => {
  const page = await site.openAs(partner, '/clients/nouveau', inMan)
  for (const name of ['Premier', 'Deuxième', 'Troisième']) {
    await press(page, 'Ajouter un site')
    await page.getByLabel('Nom du site').last().fill(name)
  }
  const answer = await holdPosition(page)
  await page.getByRole('button', { name: 'Utiliser ma position' }).nth(1).click()
  await page.getByRole('button', { name: 'Retirer ce site' }).first().click()
  await page.getByLabel('Raison sociale (obligatoire)').fill('Quonzor')
  await answer()
  const latitudes = page.getByLabel('Latitude')
  await expect.poll(() => latitudes.first().inputValue()).toBe('7.412500')
  expect(await latitudes.last().inputValue()).toBe('')
  expect(await page.getByLabel('Nom du site').first().inputValue()).toBe('Deuxième')
  expect(await value(page, 'Raison sociale (obligatoire)')).toBe('Quonzor')
  await page.context().close()
  expect(site.complaints).toEqual([])
})
