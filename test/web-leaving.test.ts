import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { partner } from './setup/people.ts'
import { holdPosition, inMan } from './setup/position.ts'

let site: Site
let client: { readonly id: string }
let close: { readonly raison_sociale: string }
beforeAll(async () => {
  site = await openSite()
  const { donnees } = (await site.get(partner, '/api/v1/clients?taille=2&statut=actif')).body
  client = donnees[0]
  close = donnees[1]
})
afterAll(() => site.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const message = (page: Page, text: string) => page.locator('.outcome').filter({ hasText: text })
const name = (page: Page) => page.getByLabel('Raison sociale (obligatoire)')

/** Presses the button of a new client, whose answer comes when what this returns is called. */
async function sendNew(page: Page, raison_sociale: string): Promise<() => void> {
  await name(page).fill(raison_sociale)
  const asked = page.waitForRequest('**/extension/v1/clients')
  const answer = await holdBack(page, '**/extension/v1/clients')
  await press(page, 'Créer le client')
  await asked
  return answer
}
const goTo = (page: Page, link: string) => page.getByRole('link', { name: link }).first().click()

test('whoever leaves while a new client is sent is told that it is there, and stays where they are', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const answer = await sendNew(page, 'Hylzor Quonbry Vixgup')
  await goTo(page, 'Réservations')
  answer()
  await message(page, 'Hylzor Quonbry Vixgup est créé').waitFor()
  expect(new URL(page.url()).pathname).toBe('/reservations')
  await page.goto(`${site.address}/clients/nouveau`)
  expect(await name(page).inputValue()).toBe('')
  await page.context().close()
})

test('whoever leaves while a new client is sent is told that it was refused, and finds what was typed', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const answer = await sendNew(page, close.raison_sociale)
  await goTo(page, 'Réservations')
  answer()
  await message(page, 'Une fiche proche existe déjà').waitFor()
  await message(page, 'Votre saisie est conservée').waitFor()
  expect(new URL(page.url()).pathname).toBe('/reservations')
  await page.goto(`${site.address}/clients/nouveau`)
  expect(await name(page).inputValue()).toBe(close.raison_sociale)
  await page.context().close()
})

test('whoever comes back to the form is led to the client, unless they have begun another one', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const leaveAndComeBack = async () => {
    await goTo(page, 'Réservations')
    await page.goBack()
    await name(page).waitFor()
  }
  const first = await sendNew(page, 'Daxkev Jomfel Zorhyl')
  await leaveAndComeBack()
  first()
  await page.getByRole('heading', { name: 'Daxkev Jomfel Zorhyl' }).waitFor()
  await page.unrouteAll()
  await page.goto(`${site.address}/clients/nouveau`)
  const second = await sendNew(page, 'Gupvix Brykev Quondax')
  await leaveAndComeBack()
  await name(page).fill('Une autre')
  second()
  await message(page, 'Gupvix Brykev Quondax est créé').waitFor()
  expect(new URL(page.url()).pathname).toBe('/clients/nouveau')
  await page.reload()
  expect(await name(page).inputValue()).toBe('Une autre')
  await page.context().close()
})

test('whoever closes a form while it is sent is told what became of it, and loses nothing', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  const address = `**/extension/v1/clients/${client.id}`
  const saveAndClose = async (ville: string) => {
    await press(page, 'Modifier')
    await page.getByLabel('Ville', { exact: true }).fill(ville)
    const asked = page.waitForRequest((request) => request.method() === 'PATCH')
    const answer = await holdBack(page, address)
    await press(page, 'Enregistrer')
    await asked
    await press(page, 'Fermer')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return answer
  }
  const refused = await saveAndClose('Man')
  await site.sql(
    `update client set modifie_le = modifie_le + interval '1 s', adresse_facturation = 'Quartier Belleville' where id = $1`,
    [client.id],
  )
  refused()
  await message(page, 'a changé depuis que vous l’avez lu').waitFor()
  await page.unrouteAll()
  await page.reload()
  // What the device keeps is shown first: it is older.
  await page.getByText('Quartier Belleville').waitFor()
  await press(page, 'Modifier')
  expect(await page.getByLabel('Ville', { exact: true }).inputValue()).toBe('Man')
  await press(page, 'Abandonner')
  const taken = await saveAndClose('Touba')
  await goTo(page, 'Réservations')
  taken()
  await message(page, 'modifications enregistrées').waitFor()
  expect(new URL(page.url()).pathname).toBe('/reservations')
  await page.context().close()
})

test('what is being sent stays as it is, with the focus where it was', async () => {
  const page = await site.openAs(partner, '/clients/nouveau', inMan)
  await press(page, 'Ajouter un contact')
  await press(page, 'Ajouter un site')
  const locate = await holdPosition(page)
  await press(page, 'Utiliser ma position')
  await name(page).fill('Felkev Daxhyl Zorgup')
  const asked = page.waitForRequest('**/extension/v1/clients')
  const answer = await holdBack(page, '**/extension/v1/clients')
  await name(page).press('Enter')
  await asked
  await page.keyboard.type('et fils')
  await locate()
  for (const button of [
    'Ajouter un contact',
    'Retirer ce contact',
    'Ajouter un site',
    'Utiliser ma position',
  ])
    expect(await page.getByRole('button', { name: button }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Zone').isDisabled()).toBe(true)
  expect(await page.getByLabel('Nom (obligatoire)', { exact: true }).isEditable()).toBe(false)
  expect(await violationsOf(page)).toEqual([])
  answer()
  await page.locator('.fault').first().waitFor()
  expect(await name(page).inputValue()).toBe('Felkev Daxhyl Zorgup')
  await page.keyboard.type(' SA')
  expect(await name(page).inputValue()).toBe('Felkev Daxhyl Zorgup SA')
  await expect.poll(() => page.getByLabel('Latitude').inputValue()).toBe('7.412500')
  await page.context().close()
})

test('a form over a screen that is being sent stays as it is', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Ajouter un contact')
  const first = page.getByLabel('Prénom (obligatoire)')
  await first.fill('Awa')
  const asked = page.waitForRequest('**/contacts')
  const answer = await holdBack(page, '**/contacts')
  await first.press('Enter')
  await asked
  await page.keyboard.type('tou')
  expect(await page.getByLabel('Contact principal').isDisabled()).toBe(true)
  answer()
  await page.locator('.fault').waitFor()
  await page.keyboard.type(' Marie')
  expect(await first.inputValue()).toBe('Awa Marie')
  await page.context().close()
  expect(site.complaints).toEqual([])
})
