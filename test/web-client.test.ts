import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { clientUser, competitor, operator, partner } from './setup/people.ts'

let site: Site
let client: { readonly id: string; readonly raison_sociale: string }
beforeAll(async () => {
  site = await openSite()
  client = (await site.get(partner, '/api/v1/clients?taille=1&statut=actif')).body.donnees[0]
})
afterAll(() => site.close())

const colleague = 'moussa.kone@savane-telecom.example'
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const dialog = (page: Page) => page.getByRole('dialog')

test('contacts are added, changed and removed; what was typed outlives a reload', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Ajouter un contact')
  await page.getByLabel('Prénom (obligatoire)').fill('Zélie')
  await page.reload()
  await press(page, 'Ajouter un contact')
  expect(await page.getByLabel('Prénom (obligatoire)').inputValue()).toBe('Zélie')
  await press(page, 'Enregistrer')
  await dialog(page).locator('.fault').waitFor()
  await page.getByLabel('Nom (obligatoire)', { exact: true }).fill('Brouxvix')
  await page.getByLabel('Téléphone').fill('07 00 00 00 01')
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Enregistrer')
  await page.getByText('Zélie Brouxvix : contact enregistré').waitFor()
  await press(page, 'Modifier Zélie Brouxvix')
  await page.getByLabel('Fonction').fill('Comptable')
  // Somebody else changes it meanwhile: both values are shown.
  await site.sql(
    `update contact set fonction = 'Directrice', modifie_le = modifie_le + interval '1 s' where nom = 'Brouxvix'`,
  )
  await press(page, 'Enregistrer')
  await page.getByText('Quelqu’un a écrit : « Directrice »').waitFor()
  await press(page, 'Enregistrer')
  await page.getByText('Zélie Brouxvix : contact enregistré').waitFor()
  const stored = await site.sql(`select fonction, telephone from contact where nom = 'Brouxvix'`)
  expect(stored).toEqual([{ fonction: 'Comptable', telephone: '+2250700000001' }])
  await press(page, 'Retirer Zélie Brouxvix')
  await press(page, 'Retirer le contact')
  await page.getByText('Zélie Brouxvix ne figure plus parmi les contacts').waitFor()
  expect(await site.sql(`select from contact where nom = 'Brouxvix'`)).toEqual([])
  await page.context().close()
})

test('a site is placed by a click on the map, and the history tells of it', async () => {
  const page = await site.openAs(operator, `/clients/${client.id}`)
  await press(page, 'Ajouter un site')
  await page.getByLabel('Nom du site').fill('Entrepôt Zorvix')
  await dialog(page).getByRole('button', { name: 'Zoom avant' }).click()
  await dialog(page)
    .locator('.carte')
    .click({ position: { x: 120, y: 160 } })
  await expect.poll(() => page.getByLabel('Latitude').inputValue()).not.toBe('')
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Enregistrer')
  await page.getByText('Entrepôt Zorvix : site enregistré').waitFor()
  const [placed] = await site.sql<{ latitude: number; longitude: number }>(
    `select latitude, longitude from site where libelle = 'Entrepôt Zorvix'`,
  )
  expect(placed?.latitude).toBeGreaterThan(4)
  expect(placed?.latitude).toBeLessThan(11)
  expect(placed?.longitude).toBeGreaterThan(-9)
  expect(placed?.longitude).toBeLessThan(-2)
  await page.getByText('Ajout de site').first().waitFor()
  await press(page, 'Modifier Entrepôt Zorvix')
  await page.getByLabel('État').selectOption('a_installer')
  await press(page, 'Enregistrer')
  await page.getByText('Modification de site').first().waitFor()
  await page.context().close()
})

test('a number that another record has leads to that record, and what was typed is kept', async () => {
  const [, other] = (await site.get(partner, '/api/v1/clients?taille=2&statut=actif')).body.donnees
  await site.sql(`update client set ncc = '8822334 T' where id = $1`, [other.id])
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByLabel('NCC').fill('8822334 T')
  await press(page, 'Enregistrer')
  await page.getByText('Une fiche client porte déjà ce numéro').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Ouvrir la fiche existante' }).click()
  await page.getByRole('heading', { name: other.raison_sociale, level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  expect(await page.getByLabel('NCC').inputValue()).toBe('8822334 T')
  await page.context().close()
})

test('credit is for those who approve it, and for nobody else', async () => {
  const page = await site.openAs(operator, `/clients/${client.id}`)
  await press(page, 'Modifier le crédit')
  await page.getByLabel('Post-paiement').selectOption('true')
  await page.getByLabel('Plafond d’encours').fill('2 500 000')
  await press(page, 'Enregistrer')
  await page.getByText('crédit enregistré').waitFor()
  expect(
    await site.sql('select credit_approuve, plafond_encours::int from client where id = $1', [client.id]),
  ).toEqual([{ credit_approuve: true, plafond_encours: 2_500_000 }])
  await page.context().close()
  const theirs = await site.openAs(partner, `/clients/${client.id}`)
  await theirs.getByRole('button', { name: 'Ajouter un site' }).waitFor()
  expect(await theirs.getByRole('button', { name: 'Modifier le crédit' }).count()).toBe(0)
  await theirs.context().close()
})

test('thousands of a ceiling may be apart; what is no whole amount is refused at its field', async () => {
  const ceiling = async () =>
    (await site.sql('select plafond_encours::int from client where id = $1', [client.id]))[0]?.plafond_encours
  const page = await site.openAs(operator, `/clients/${client.id}`)
  for (const [typed, stored] of [
    ['500.000', 500_000],
    ['750,000', 750_000],
    ['1\u202f250\u00a0000', 1_250_000],
    ['600', 600],
  ] as const) {
    await press(page, 'Modifier le crédit')
    await page.getByLabel('Plafond d’encours').fill(typed)
    await press(page, 'Enregistrer')
    await dialog(page).waitFor({ state: 'detached' })
    expect([typed, await ceiling()]).toEqual([typed, stored])
  }
  await press(page, 'Modifier le crédit')
  for (const typed of ['1e6', '500.5', '12,34', '1.000,500']) {
    await page.getByLabel('Plafond d’encours').fill(typed)
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await press(page, 'Enregistrer')
    expect([typed, (await answer).status()]).toEqual([typed, 422])
    await dialog(page)
      .getByText(/^Donnez un montant entier/)
      .waitFor()
  }
  expect(await ceiling()).toBe(600)
  await press(page, 'Abandonner')
  await page.context().close()
})

test('a change is confirmed as it was compared: what is typed afterwards is compared again', async () => {
  const [, one, other] = (await site.get(partner, '/api/v1/clients?taille=3&statut=actif')).body.donnees
  const page = await site.openAs(partner, `/clients/${client.id}`)
  const name = page.getByLabel('Raison sociale (obligatoire)')
  const confirm = page.getByRole('button', { name: 'enregistrer quand même' })
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await name.fill(one.raison_sociale)
  await press(page, 'Enregistrer')
  await confirm.waitFor()
  await name.fill(other.raison_sociale)
  expect(await confirm.count()).toBe(0)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ raison_sociale: other.raison_sociale })
  await confirm.waitFor()
  await press(page, 'Abandonner')
  await page.context().close()
})

test('on a phone a close record is told whole, once, where one sees it, with what to confirm', async () => {
  const [, other] = (await site.get(partner, '/api/v1/clients?taille=2&statut=actif')).body.donnees
  const page = await site.openAs(partner, `/clients/${client.id}`, { viewport: { width: 390, height: 800 } })
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByLabel('Raison sociale (obligatoire)').fill(other.raison_sociale)
  await press(page, 'Enregistrer')
  const alert = dialog(page).getByRole('alert')
  await alert.getByRole('button', { name: 'enregistrer quand même' }).waitFor()
  expect(
    await page.evaluate(`document.querySelector('dialog[open]').scrollWidth
    - document.querySelector('dialog[open]').clientWidth`),
  ).toBe(0)
  await alert.getByText('Si c’est une autre société, confirmez-le').waitFor()
  expect(await page.getByText(/existe(nt)? déjà/).count()).toBe(1)
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Abandonner')
  await page.context().close()
})

test('once a contact is removed, the focus is on the heading of the contacts', async () => {
  await site.sql(
    `insert into contact (id, client_id, prenom, nom, principal, cree_le, modifie_le)
      values (gen_random_uuid(), $1, 'Zélie', 'Felbry', false, now(), now())`,
    [client.id],
  )
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await page.getByRole('button', { name: 'Retirer Zélie Felbry' }).press('Enter')
  await page.getByRole('button', { name: 'Retirer le contact' }).press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Contacts')
  await page.context().close()
})

test('coordinates that no place on earth has place nothing on the map', async () => {
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await press(page, 'Ajouter un site')
  const mark = dialog(page).locator('.carte .mark')
  const drawing = () =>
    dialog(page)
      .locator('.carte')
      .evaluate((map) => map.outerHTML)
  await page.getByLabel('Latitude').fill('5,3')
  await page.getByLabel('Longitude').fill('-4')
  await mark.waitFor()
  for (const [latitude, longitude] of [
    ['95', '-4'],
    ['-90', '-4'],
    ['5,3', '200'],
  ] as const) {
    await page.getByLabel('Latitude').fill(latitude)
    await page.getByLabel('Longitude').fill(longitude)
    expect([latitude, longitude, await mark.count()]).toEqual([latitude, longitude, 0])
    expect(await drawing()).not.toMatch(/NaN|Infinity/)
  }
  await press(page, 'Abandonner')
  await page.context().close()
})

test('on a phone an alert without a faulty field comes into view, and takes the focus', async () => {
  const [, other] = (await site.get(partner, '/api/v1/clients?taille=2&statut=actif')).body.donnees
  await site.sql(`update client set ncc = '8822335 U' where id = $1`, [other.id])
  const page = await site.openAs(partner, `/clients/${client.id}`, { viewport: { width: 390, height: 500 } })
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByLabel('NCC').fill('8822335 U')
  await press(page, 'Enregistrer')
  const alert = dialog(page).getByRole('alert')
  await alert.waitFor()
  const { y = -1 } = (await alert.boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(0)
  expect(await page.evaluate('document.activeElement.role')).toBe('alert')
  await press(page, 'Abandonner')
  await page.context().close()
})

test('who may not change anything sees no way to it', async () => {
  const [own] = (await site.get(clientUser, '/api/v1/clients')).body.donnees
  const page = await site.openAs(clientUser, `/clients/${own.id}`, { viewport: { width: 390, height: 800 } })
  await page.getByRole('heading', { name: 'Sites' }).waitFor()
  for (const name of ['Modifier', 'Ajouter', 'Retirer', 'crédit'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Historique' }).count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.context().close()
})

test('who asks for a client once more, after a request that is over, makes another request', async () => {
  const [asked] = await site.sql<{ id: string }>(
    `update client set statut = 'inactif', partenaire_actuel_id = null, cree_par = (select id from utilisateur where email = $1)
    where id = (select c.id from client c where not exists (select from reservation where client_id = c.id) limit 1)
    returning id`,
    [partner],
  )
  const page = await site.openAs(partner, `/clients/${asked?.id}`)
  // The message of the last one may lie over the button.
  const ask = () => page.getByRole('button', { name: 'Demander la réservation' }).press('Enter')
  const requests = () => site.sql('select statut from reservation where client_id = $1', [asked?.id])
  await ask()
  await page.getByText('votre demande est enregistrée').waitFor()
  expect(await requests()).toHaveLength(1)
  await ask()
  await page.getByText('a déjà une réservation en attente sur ce client').waitFor()
  await site.sql(`update reservation set statut = 'annulee' where client_id = $1`, [asked?.id])
  await ask()
  await page.getByText('votre demande est enregistrée').waitFor()
  expect(await requests()).toHaveLength(2)
  await page.context().close()
})

test('a partner changes what it manages or created, and not what it only asked for', async () => {
  const [asked] = await site.sql<{ id: string }>(
    `select client_id as id from reservation join client on client.id = client_id
      join partenaire on partenaire.id = reservation.partenaire_id
      join utilisateur on utilisateur.organisation_id = partenaire.organisation_id
      where utilisateur.email = $1 and en_attente and partenaire_actuel_id is null limit 1`,
    [partner],
  )
  const ofOthers = { cree_par: operator, gere_par: null }
  for (const [{ cree_par, gere_par }, may] of [
    [ofOthers, false],
    [{ ...ofOthers, gere_par: competitor }, false],
    [{ ...ofOthers, gere_par: partner }, true],
    [{ ...ofOthers, cree_par: colleague }, true],
  ] as const) {
    await site.sql(
      `update client set cree_par = (select id from utilisateur where email = $2),
        partenaire_actuel_id = (select partenaire.id from partenaire join utilisateur using (organisation_id)
          where utilisateur.email = $3) where id = $1`,
      [asked?.id, cree_par, gere_par],
    )
    const page = await site.openAs(partner, `/clients/${asked?.id}`)
    await settled(page)
    await page.waitForLoadState('networkidle')
    const buttons = page.getByRole('button', { name: /^(Modifier|Ajouter|Retirer)/ })
    if (may) await buttons.first().waitFor()
    else expect(await buttons.count()).toBe(0)
    await page.context().close()
  }
})

test('home asks for its figures once, and says so when they do not come', async () => {
  const page = await site.openAs(operator, '/')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/(api|extension)\/v1\//.test(request.url())) asked.push(new URL(request.url()).pathname)
  })
  await page.reload()
  await page.getByText('Clients par état').waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/extension/v1/tableau-de-bord')).toHaveLength(1)
  // What is live is read again on a slow machine.
  expect([...new Set(asked)].sort()).toEqual([
    '/api/v1/moi',
    '/extension/v1/documents-kyc',
    '/extension/v1/reservations',
    '/extension/v1/tableau-de-bord',
  ])
  await page.route('**/tableau-de-bord', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.reload()
  await page.getByRole('button', { name: 'Réessayer' }).waitFor()
  await page.context().close()
})

test('a partner’s person sees first what became of their requests, and their own file', async () => {
  const page = await site.openAs(partner, '/')
  await page.getByRole('heading', { name: 'Suites données à vos demandes' }).waitFor()
  await page.getByRole('list', { name: 'Résumé du dossier' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await page.getByRole('heading', { name: 'Nouveau client', level: 1 }).waitFor()
  await page.context().close()
  expect(site.complaints).toEqual([])
})
