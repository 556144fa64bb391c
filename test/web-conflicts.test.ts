import { afterAll, beforeAll, expect } from 'vitest'
import { act } from './setup/acting.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site } from './setup/page.ts'
import { otherPartners, partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'
import {
  opened,
  openQueue,
  panelButton,
  pressOn,
  type Queue,
  type Shown,
  told,
  unhurried,
} from './setup/queue.ts'

let site: Site
let queue: Queue
beforeAll(async () => {
  site = await openSite()
  queue = await openQueue(site)
})
afterAll(() => site.close())

test('changed meanwhile: says so, shows it as it is now, with its competitors side by side; one choice decides all', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await queue.open(operator, row)
  await page.keyboard.press('v')
  site.now = new Date(site.now.getTime() + 1000)
  const rival = await queue.request(row.client_id, competitor)
  // Who presses v on and on does not decide what was not read yet.
  await pressOn(page, `document.querySelector('.outcome') !== null`)
  await told(page, /a changé entre-temps/)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('.rivals li').nth(1).waitFor()
  expect(await page.locator('.rivals li').count()).toBe(2)
  for (const rival of await page.locator('.rivals li').all()) {
    await rival.getByText(/Contrat-cadre : Signé jusqu’au \d\d\/\d\d\/\d{4}/).waitFor()
    await rival.getByText(/Clients gérés : \d+/).waitFor()
  }
  await unhurried(page)
  await page.keyboard.press('v')
  await page
    .getByRole('dialog')
    .getByText(/1 autre demande sur ce client sera refusée : Lagune Connect/)
    .waitFor()
  await page.keyboard.press('v')
  await told(page, /demande validée/)
  expect([(await queue.now(row))?.statut, (await queue.now(rival))?.statut]).toEqual(['validee', 'refusee'])
  await page.context().close()
})

test('a request that joins a conflict is not refused unseen, and one that goes is no longer offered', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const [third_id = ''] = await otherPartners(site, partner, competitor)
  const second = await queue.request(row.client_id, competitor)
  const page = await queue.open(operator, row)
  const rivals = page.locator('.rivals li')
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('v')
  await dialog.getByText(/1 autre demande sur ce client sera refusée : Lagune Connect/).waitFor()
  const third = await queue.request(row.client_id, third_id)
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await told(page, /a changé entre-temps/)
  expect((await queue.now(row))?.statut).toBe('conflit')
  await rivals.nth(2).waitFor()
  await unhurried(page)
  const withdrawn = { body: { motif: 'Sans suite.' }, version: second.modifie_le }
  const gone = await act(site, competitor, `/reservations/${second.id}/annulation`, withdrawn)
  expect(gone.status).toBe(200)
  await rivals.getByText('Annulée').waitFor()
  await page.keyboard.press('v')
  await dialog.getByText(/1 autre demande sur ce client sera refusée/).waitFor()
  expect(await dialog.getByText(/Lagune Connect/).count()).toBe(0)
  await page.keyboard.press('v')
  await told(page, /demande validée/)
  expect([(await queue.now(row))?.statut, (await queue.now(third))?.statut]).toEqual(['validee', 'refusee'])
  await page.context().close()
})

test('one of the competing partners is chosen beside the other: all requests are decided, and the next opens', async () => {
  const [next, row] = (await queue.pending(2)) as [Shown, Shown]
  const rival = await queue.request(row.client_id, competitor)
  const page = await queue.open(operator, row)
  const other = page.locator('.rivals li', { hasText: 'Lagune Connect' })
  const line = page.locator('tbody tr', { has: page.locator(`[href*="${row.id}"]`) })
  const height = (await line.boundingBox())?.height
  const managed = `/api/v1/clients?taille=1&partenaire_id=${await partnerOf(site, competitor)}`
  const { total } = (await site.get(operator, managed)).body.pagination
  await other.getByText(`Clients gérés : ${total}`).waitFor()
  await other.getByRole('button', { name: 'Choisir ce partenaire' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/sera attribué à Lagune Connect/).waitFor()
  await dialog.getByText(/1 autre demande sur ce client sera refusée : Savane Télécom/).waitFor()
  await page.keyboard.press('v')
  await told(page, /demande validée/)
  expect([(await queue.now(row))?.statut, (await queue.now(rival))?.statut]).toEqual(['refusee', 'validee'])
  await opened(page, next)
  await line.getByText('Refusée').waitFor()
  expect((await line.boundingBox())?.height).toBe(height)
  await page.context().close()
})

test('a partner that is chosen after it withdrew is not: the open request stays, with those that are left', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const rival = await queue.request(row.client_id, competitor)
  const page = await queue.open(operator, row)
  await page.getByRole('button', { name: 'Choisir ce partenaire Lagune Connect' }).click()
  const withdrawn = { body: { motif: 'Sans suite.' }, version: rival.modifie_le }
  await act(site, competitor, `/reservations/${rival.id}/annulation`, withdrawn)
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await told(page, /demande déjà annulée/)
  await page.locator('.rivals').getByText('Annulée').waitFor()
  expect(new URL(page.url()).searchParams.get('ouverte')).toBe(row.id)
  expect((await queue.now(row))?.statut).toBe('conflit')
  await page.context().close()
})

test('a partner that is chosen without a network: the open request says so, and offers nothing else', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const rival = await queue.request(row.client_id, competitor)
  const page = await queue.open(operator, row)
  const choose = page.getByRole('button', { name: /^Choisir ce partenaire/ })
  await choose.last().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Choisir ce partenaire Lagune Connect' }).click()
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await told(page, /gardé dans vos envois/)
  await page.locator(`[href*="ouverte=${row.id}"]`).first().click()
  await page
    .locator('.panel')
    .getByText('Votre validation pour Lagune Connect est en cours d’envoi')
    .waitFor()
  expect([await choose.count(), await panelButton(page, /^Refuser/).count()]).toEqual([0, 0])
  await page.context().setOffline(false)
  await expect.poll(async () => (await queue.now(rival))?.statut).toBe('validee')
  await page.context().close()
})

test('nothing was complained about', () => expect(site.complaints).toEqual([]))
