import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBrowser } from './setup/browser.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { type ListeningWorld, openListeningWorld } from './setup/client.ts'
import { operator, partner } from './setup/people.ts'
import { formOf, openReference } from './setup/reference.ts'

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

async function openAs(who: string) {
  const { page, context } = await openReference(browser, world.address)
  await page.getByLabel('Jeton d’accès').fill(await world.token(who))
  return { page, context }
}

/** Sends what the form holds, and gives the answer's text. */
async function send(page: Page, id: string): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().includes('/extension/v1/'))
  await formOf(page, id).getByRole('button', { name: 'Envoyer la requête' }).click()
  await (await answered).finished()
  await page.locator(`#${id} .answer strong`).waitFor()
  return page.locator(`#${id} .answer`).innerText()
}

test('an action warns, sends nothing that is not JSON, is done once per intention, and can be copied', async () => {
  const { page, context } = await openAs(partner)
  const form = formOf(page, 'creerClient')
  await form.getByText('cette action modifie réellement les données').waitFor()
  const body = form.getByLabel('Corps (JSON)')
  const example = await body.inputValue()
  await body.fill('{ "raison_sociale": }')
  await form.getByRole('button', { name: 'Envoyer la requête' }).click()
  expect(await body.evaluate((field: { validationMessage: string }) => field.validationMessage)).toMatch(
    /^Ce n’est pas du JSON/,
  )
  expect(await form.locator('.answer').innerText()).toBe('')

  await body.fill(JSON.stringify({ ...JSON.parse(example), adresse_facturation: "Rue de l'Imprimerie" }))
  const key = await form.locator('[name=Idempotency-Key]').inputValue()
  const command = await form.locator('.command').innerText()
  expect(command).toContain(`curl -X POST -H 'Authorization: Bearer JETON' -H 'Idempotency-Key: ${key}'`)
  expect(command).toContain("Rue de l'\\''Imprimerie")
  const first = await send(page, 'creerClient')
  expect(first).toMatch(/^201 Succès[\s\S]*location[\s\S]*\/api\/v1\/clients\/[\s\S]*"prospect"/)
  expect(first).not.toContain('idempotency-replayed')
  expect(await send(page, 'creerClient')).toMatch(/^201 Succès[\s\S]*idempotency-replayed/)

  await form.getByRole('button', { name: 'Nouvelle clé' }).click()
  expect(await form.locator('[name=Idempotency-Key]').inputValue()).not.toBe(key)
  expect(await send(page, 'creerClient')).toMatch(/^409 Erreur[\s\S]*client_existant/)
  expect(await world.sql(`select from client where raison_sociale = 'Imprimerie Kafolo'`)).toHaveLength(1)
  await context.close()
})

test('what changes an item names the version that was read, between quotes', async () => {
  const { page, context } = await openAs(operator)
  const form = formOf(page, 'annulerReservation')
  await form.getByRole('button', { name: 'Utiliser le premier de la liste' }).click()
  const version = form.locator('[name=If-Match]')
  await expect.poll(() => version.inputValue()).toMatch(/^\d{4}-/)
  const seen = await version.inputValue()
  expect(await form.locator('.command').innerText()).toContain(`-H 'If-Match: "${seen}"'`)
  await version.fill('2020-01-01T00:00:00.000Z')
  expect(await send(page, 'annulerReservation')).toMatch(/^412 Erreur[\s\S]*version_perimee/)
  await version.fill(seen)
  expect(await send(page, 'annulerReservation')).toMatch(/^200 Succès[\s\S]*"annulee"/)
  await context.close()
})

test('the errors of an action lead to their explanation', async () => {
  const { page, context } = await openAs(operator)
  await page.locator('#creerClient summary', { hasText: 'Erreurs' }).click()
  await page.locator('#creerClient').getByRole('link', { name: 'doublon_detecte' }).click()
  const section = page.locator('#erreur-doublon_detecte')
  expect(await section.innerText()).toMatch(/^409 doublon_detecte[\s\S]*correspondances/)
  await context.close()
})
