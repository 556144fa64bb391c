import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { partner } from './setup/people.ts'

let site: Site
let client: { readonly id: string }
beforeAll(async () => {
  site = await openSite()
  client = (await site.get(partner, '/api/v1/clients?taille=1&statut=actif')).body.donnees[0]
})
afterAll(() => site.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const drafts = (page: Page) =>
  page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.includes('brouillon')).length`)

/** Reloads, and waits until the page shows the client as it is now: it begins with what it read last. */
async function reread(page: Page, forme_juridique: string): Promise<void> {
  await page.reload()
  await page.getByText(forme_juridique, { exact: true }).first().waitFor()
}

/** Somebody else changes the client. */
const change = (ville: string, forme_juridique: string) =>
  site.sql(
    `update client set ville = $2, forme_juridique = $3, modifie_le = modifie_le + interval '1 s' where id = $1`,
    [client.id, ville, forme_juridique],
  )
const stored = async () =>
  (await site.sql('select ville, forme_juridique from client where id = $1', [client.id]))[0]

test('what was typed before somebody else’s change is compared with it, until it is sent', async () => {
  await change('Abidjan', 'SARL')
  const page = await site.openAs(partner, `/clients/${client.id}`)
  const town = page.getByLabel('Ville', { exact: true })
  await press(page, 'Modifier')
  await town.fill('Man')
  await page.keyboard.press('Escape')
  await change('Bouaké', 'SNC')
  // Twice: it was not answered the first time.
  for (const _ of [1, 2]) {
    await reread(page, 'SNC')
    await press(page, 'Modifier')
    await page.getByText('Quelqu’un a écrit : « Bouaké »').waitFor()
    await page.getByText('Cette fiche a changé entre-temps').waitFor()
    expect(await town.inputValue()).toBe('Man')
    expect(await page.getByLabel('Forme juridique').inputValue()).toBe('SNC')
  }
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Enregistrer')
  await page.getByText('modifications enregistrées').waitFor()
  expect(await stored()).toEqual({ ville: 'Man', forme_juridique: 'SNC' })
  expect(await drafts(page)).toBe(0)
  await page.context().close()
})

test('what was typed stays without a question where others wrote elsewhere', async () => {
  await change('Abidjan', 'SARL')
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Modifier')
  await page.getByLabel('Ville', { exact: true }).fill('Daloa')
  await change('Abidjan', 'SA')
  await reread(page, 'SA')
  await press(page, 'Modifier')
  await page.getByText('Voici ce que vous aviez commencé à écrire').waitFor()
  expect(await page.getByText('Quelqu’un a écrit').count()).toBe(0)
  await press(page, 'Enregistrer')
  await page.getByText('modifications enregistrées').waitFor()
  expect(await stored()).toEqual({ ville: 'Daloa', forme_juridique: 'SA' })
  await page.context().close()
})

test('a change that is refused leads to the field that is wrong', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Modifier')
  const phone = page.getByLabel('Téléphone', { exact: true })
  await phone.fill('12')
  await press(page, 'Enregistrer')
  await page.locator('.fault').waitFor()
  await page.keyboard.type('3')
  expect(await phone.inputValue()).toBe('123')
  await press(page, 'Abandonner')
  await page.context().close()
})

test('what was being sent when the page was reloaded is sent, and is no draft any more', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Modifier')
  await page.getByLabel('Ville', { exact: true }).fill('Odienné')
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  const letGo = await holdBack(page, `**/extension/v1/clients/${client.id}`)
  await press(page, 'Enregistrer')
  await asked
  await page.reload()
  letGo()
  await page.getByText(': envoyé.').waitFor()
  expect((await stored())?.ville).toBe('Odienné')
  expect(await drafts(page)).toBe(0)
  await page.context().close()
  expect(site.complaints).toEqual([])
})
