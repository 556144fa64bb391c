import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { clientUser, competitor, partner } from './setup/people.ts'
import { unhurried } from './setup/queue.ts'

const WARNING = /Fiches? proches? :/

let site: Site
beforeAll(async () => {
  site = await openSite({ environment: unlimitedActions })
})
afterAll(() => site.close())

/** The label of the field that has the focus. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? ""')

test('a partner creates a client: warned of a close one, kept through a reload, sent once', async () => {
  const page = await site.openAs(partner, '/clients')
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await page.getByRole('heading', { name: 'Nouveau client', level: 1 }).waitFor()
  const [close] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Raison sociale (obligatoire)').fill(close.raison_sociale)
  await field('Ville').fill('Man')
  await page.getByText(WARNING).waitFor()
  expect(await page.getByRole('link', { name: close.raison_sociale }).getAttribute('href')).toBe(
    `/clients/${close.id}`,
  )
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  expect(await focused(page)).toBe('Prénom (obligatoire)')
  await field('Prénom (obligatoire)').fill('Awa')
  // What was typed is there again after a reload.
  await page.reload()
  expect(await field('Ville').inputValue()).toBe('Man')
  expect(await field('Prénom (obligatoire)').inputValue()).toBe('Awa')
  await page.getByText(WARNING).waitFor()
  // The service says what is missing, beside the field.
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.locator('.fault').waitFor()
  expect(await focused(page)).toBe('Nom (obligatoire)')
  expect(await violationsOf(page)).toEqual([])
  await field('Nom (obligatoire)').fill('Koné')
  await field('Raison sociale (obligatoire)').fill('Zorvixquon Brydax Felgup')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByRole('heading', { name: 'Zorvixquon Brydax Felgup' }).waitFor()
  expect(await site.sql(`select from client where raison_sociale like 'Zorvixquon%'`)).toHaveLength(1)
  await page.getByRole('button', { name: 'Demander la réservation' }).click()
  await page.getByText('votre demande est enregistrée').waitFor()
  await page.getByRole('button', { name: 'Demander la réservation' }).waitFor({ state: 'detached' })
  await page.goto(`${site.address}/clients/nouveau`)
  expect(await field('Ville').inputValue()).toBe('')
  await page.context().close()
})

/** A client of another partner, for which nobody else asks, gets this number. */
async function hold(ncc: string): Promise<void> {
  const held = await site.sql(
    `update client set ncc = $2 where id = (select client.id from client join partenaire on partenaire.id = partenaire_actuel_id
      join utilisateur on utilisateur.organisation_id = partenaire.organisation_id where utilisateur.email = $1
        and not exists (select from reservation where client_id = client.id and en_attente)
      order by client.id limit 1) returning id`,
    [competitor, ncc],
  )
  expect(held).toHaveLength(1)
}

test('a number that another partner’s client has leads to a request, which is refused without a word about it', async () => {
  await hold('7711223 Q')
  const page = await site.openAs(partner, '/clients/nouveau', { viewport: { width: 390, height: 800 } })
  await page.getByLabel('Raison sociale (obligatoire)').fill('Hylkevjom Daxbry Quonfel')
  await page.getByLabel('NCC').fill('7711223Q')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByRole('button', { name: 'Demander cette réservation' }).click()
  await page.getByText('Ce client ne peut pas être demandé par ce numéro').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const wide = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
  expect(wide).toBe(true)
  await page.context().close()
})

test('of a close record that one may not see nobody is asked to compare anything', async () => {
  const mine = new Set(
    (await site.get(partner, '/api/v1/clients?taille=100')).body.donnees.map(({ id }: { id: string }) => id),
  )
  const others = (await site.get(competitor, '/api/v1/clients?taille=100')).body.donnees
  const hidden = others.find(({ id }: { id: string }) => !mine.has(id))
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill(hidden.raison_sociale)
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByRole('button', { name: 'C’est une autre société : créer quand même' }).waitFor()
  const told = await page.getByRole('alert').innerText()
  expect(told).toContain('hors de votre périmètre')
  expect(told).not.toContain('comparez')
  await page.context().close()
})

test('what a request does not send stays in the form, is said to, and can be taken away', async () => {
  await hold('7711226 T')
  const [own] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  const page = await site.openAs(partner, '/clients/nouveau')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Raison sociale (obligatoire)').fill('Quonbry Zorhyl Felkev')
  await field('NCC').fill('7711226 T')
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  await field('Prénom (obligatoire)').fill('Awa')
  await field('Nom (obligatoire)').fill('Koné')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByText('La demande ne transmet que le numéro').waitFor()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const keys: (string | undefined)[] = []
  await page.route('**/extension/v1/reservations', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await answered
    await route.fulfill({ status: 201, json: { client_id: own.id } })
  })
  await page.getByRole('button', { name: 'Demander cette réservation' }).click()
  await page.getByRole('button', { name: 'Demande en cours…' }).waitFor()
  answer()
  await page.getByText('Le reste de votre saisie est gardé dans « Nouveau client »').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/clients/${own.id}`)
  await page.goto(`${site.address}/clients/nouveau`)
  expect(await field('Prénom (obligatoire)').inputValue()).toBe('Awa')
  // Asked for again, unchanged, it is another request: the first may have been refused meanwhile.
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByRole('button', { name: 'Demander cette réservation' }).click()
  await page.waitForURL(`**/clients/${own.id}`)
  expect(new Set(keys).size).toBe(2)
  await page.goto(`${site.address}/clients/nouveau`)
  await page.getByRole('button', { name: 'Vider le formulaire' }).click()
  await page
    .getByRole('dialog', {
      description: 'Tout ce que vous avez saisi de ce client est effacé de cet appareil.',
    })
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Vider', exact: true }).click()
  await field('Prénom (obligatoire)').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Raison sociale (obligatoire)')
  await page.reload()
  expect(await field('Raison sociale (obligatoire)').inputValue()).toBe('')
  await page.context().close()
})

test.each([
  ['NCC', { RCCM: 'CI-ABJ-03-2024-B12-77113', NCC: '7711224 R' }, { ncc: '7711224 R' }],
  ['RCCM', { RCCM: 'CI-ABJ-03-2024-B12-77112', NCC: '7711225 S' }, { rccm: 'CI-ABJ-03-2024-B12-77112' }],
])('of two numbers the one that is known is asked for: the %s', async (_which, typed, sent) => {
  await site.sql(
    `update client set rccm = 'CI-ABJ-03-2024-B12-77112', ncc = '7711224 R' where id = (select client.id from client
      join partenaire on partenaire.id = partenaire_actuel_id
      join utilisateur on utilisateur.organisation_id = partenaire.organisation_id
      where utilisateur.email = $1 order by client.id desc limit 1)`,
    [competitor],
  )
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill('Brygup Zorkev Hyldax')
  for (const [label, number] of Object.entries(typed)) await page.getByLabel(label).fill(number)
  await page.getByRole('button', { name: 'Créer le client' }).click()
  const asked = page.waitForRequest('**/extension/v1/reservations')
  await page.getByRole('button', { name: 'Demander cette réservation' }).click()
  expect((await asked).postDataJSON()).toEqual(sent)
  await page.getByText('Ce client ne peut pas être demandé par ce numéro').waitFor()
  await page.context().close()
})

/** Presses «Créer le client» of a new client with this name while the answer of the check comes, and lets it go. */
async function pressAsAnswerComes(name: string): Promise<Page> {
  const page = await site.openAs(partner, '/clients/nouveau', { viewport: { width: 390, height: 800 } })
  const answer = await holdBack(page, '**/extension/v1/clients/controle-doublon')
  const answered = page.waitForResponse('**/extension/v1/clients/controle-doublon')
  await page.getByLabel('Raison sociale (obligatoire)').fill(name)
  const button = page.getByRole('button', { name: 'Créer le client' })
  await button.hover()
  const before = await button.boundingBox()
  await page.mouse.down()
  answer()
  await (await answered).finished()
  await unhurried(page)
  expect(await button.boundingBox()).toEqual(before)
  await page.mouse.up()
  return page
}

test('a button that is pressed while the answer of the check comes does not move, and works', async () => {
  const page = await pressAsAnswerComes('Jomkevhyl Bryzor Daxquon')
  await page.getByRole('heading', { name: 'Jomkevhyl Bryzor Daxquon' }).waitFor()
  await page.context().close()
})

test('a warning that comes while the button is pressed waits until it is let go', async () => {
  const [close] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  const page = await pressAsAnswerComes(close.raison_sociale)
  await page.getByText(WARNING).first().waitFor()
  await page.getByRole('button', { name: 'C’est une autre société : créer quand même' }).waitFor()
  await page.context().close()
})

test('that no record is close is said of what was asked, not of what is asked next', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const field = page.getByLabel('Raison sociale (obligatoire)')
  const nothing = page.getByText('Aucune fiche proche')
  await field.fill('Felquon Zorbry Vixdax')
  await field.blur()
  await nothing.waitFor()
  await holdBack(page, '**/extension/v1/clients/controle-doublon')
  await field.fill('Felquon Zorbry Kevjom')
  await field.blur()
  await nothing.waitFor({ state: 'detached' })
  await page.context().close()
})

test('contacts are compared too, by their telephones and addresses', async () => {
  const [known] = await site.sql<{ client_id: string; telephone: string; email: string }>(
    `select client_id, contact.telephone, contact.email from contact join client on client.id = client_id
      join partenaire on partenaire.id = partenaire_actuel_id
      join utilisateur on utilisateur.organisation_id = partenaire.organisation_id
      where utilisateur.email = $1 and contact.telephone is not null and contact.email is not null limit 1`,
    [partner],
  )
  const page = await site.openAs(partner, '/clients/nouveau')
  const record = page.locator('.close-records').locator(`a[href="/clients/${known?.client_id}"]`)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Raison sociale (obligatoire)').fill('Kevquon Felzor Brygup')
  await field('Téléphone').fill('07 99 88 77 01')
  await page.getByText('Aucune fiche proche').waitFor()
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  await field('Téléphone')
    .last()
    .fill(known?.telephone ?? '')
  await field('E-mail').last().focus()
  await record.waitFor()
  await page.getByText('même téléphone').waitFor()
  // What only the contact has in common is said below it; of the company itself nothing is close.
  const heights = await Promise.all(
    [page.getByText('Aucune fiche proche'), field('Téléphone').last(), record].map(
      async (one) => (await one.boundingBox())?.y ?? 0,
    ),
  )
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  await field('Téléphone').last().fill('')
  await field('E-mail')
    .last()
    .fill(known?.email ?? '')
  await field('Ville').focus()
  await page.getByText('même e-mail de contact').waitFor()
  await record.waitFor()
  await page.context().close()
})

test('a check that could not be made is said not to be, and is made again', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const address = '**/extension/v1/clients/controle-doublon'
  await page.route(address, (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByLabel('Raison sociale (obligatoire)').fill('Zorfel Hylquon Kevdax')
  await page.keyboard.press('Tab')
  await page.getByText('La vérification n’a pas pu se faire').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.unroute(address)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Aucune fiche proche').waitFor()
  await page.context().close()
})

test('a network that is gone for a while: the client is created once, when it is back', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill('Gupfelhyl Vixzor Kevjom')
  await page.keyboard.press('Tab')
  await page.getByText('Aucune fiche proche').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByText('Nouveau client Gupfelhyl Vixzor Kevjom : gardé dans vos envois').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Nouveau client Gupfelhyl Vixzor Kevjom : envoyé').waitFor()
  expect(await site.sql(`select from client where raison_sociale like 'Gupfelhyl%'`)).toHaveLength(1)
  await page.context().close()
})

test('after a client that waits for the network the form warns of none', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const [close] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  const name = page.getByLabel('Raison sociale (obligatoire)')
  await name.fill(close.raison_sociale)
  await name.blur()
  await page.getByText(WARNING).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByText('gardé dans vos envois').waitFor()
  expect(await name.inputValue()).toBe('')
  await page.getByText(WARNING).waitFor({ state: 'detached' })
  await page.context().close()
})

test('a field that is wrong says what to give, in words for people; zones say what they are', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill('Vixjom Felbry Quonhyl')
  await page.getByLabel('Téléphone', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page
    .getByText('Donnez un téléphone au format +225 suivi de 10 chiffres (8 avant 2021).', { exact: true })
    .waitFor()
  expect(await focused(page)).toBe('Téléphone')
  const zones = await page.getByLabel('Zone').locator('option').allTextContents()
  expect(zones).toContain('Yopougon (commune)')
  expect(new Set(zones).size).toBe(zones.length)
  await page.context().close()
})

test('who confirms, confirms what was compared: another name or number is compared again', async () => {
  const [one, other] = (await site.get(partner, '/api/v1/clients?taille=2')).body.donnees
  await hold('7711227 U')
  const page = await site.openAs(partner, '/clients/nouveau')
  const name = page.getByLabel('Raison sociale (obligatoire)')
  const confirm = page.getByRole('button', { name: 'créer quand même' })
  await name.fill(one.raison_sociale)
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await confirm.waitFor()
  await name.fill(other.raison_sociale)
  expect(await confirm.count()).toBe(0)
  const sent = page.waitForRequest('**/extension/v1/clients')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  expect((await sent).postDataJSON()).toEqual({ raison_sociale: other.raison_sociale })
  await confirm.waitFor()
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  await page.getByLabel('E-mail', { exact: true }).last().fill('x@exemple.ci')
  expect(await confirm.count()).toBe(0)
  await page.getByRole('button', { name: 'Retirer ce contact' }).click()
  await page.getByLabel('NCC').fill('7711227U')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  const request = page.getByRole('button', { name: 'Demander cette réservation' })
  await request.waitFor()
  await page.getByLabel('NCC').fill('7711228 V')
  expect(await request.count()).toBe(0)
  await page.context().close()
})

test('pressed twice, «Retirer» takes one contact or site away, and the focus stays near', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByRole('button', { name: 'Ajouter un contact' }).waitFor()
  // Time stands still between two presses, however busy the machine is.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  for (const [part, field] of [
    ['contact', 'Prénom (obligatoire)'],
    ['site', 'Nom du site (obligatoire)'],
  ] as const) {
    const fields = page.getByLabel(field)
    for (const [index, text] of ['Awa', 'Binta', 'Coumba'].entries()) {
      await page.getByRole('button', { name: `Ajouter un ${part}` }).click()
      await fields.nth(index).fill(text)
    }
    await page
      .getByRole('button', { name: `Retirer ce ${part}` })
      .first()
      .dblclick()
    expect(await Promise.all([fields.nth(0).inputValue(), fields.count()])).toEqual(['Binta', 2])
    await page.clock.runFor(1000)
    await page
      .getByRole('button', { name: `Retirer ce ${part}` })
      .first()
      .click()
    expect(await fields.count()).toBe(1)
    expect(await page.evaluate('document.activeElement.textContent')).toBe(`Ajouter un ${part}`)
  }
  await page.context().close()
})

test('contacts that an earlier version kept without ids are there, one by one', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('Raison sociale (obligatoire)').fill('Felzor Kevhyl Daxbry')
  for (const [index, name] of ['Awa', 'Binta'].entries()) {
    await page.getByRole('button', { name: 'Ajouter un contact' }).click()
    await page.getByLabel('Prénom (obligatoire)').nth(index).fill(name)
  }
  await page.evaluate(`for (const [place, text] of Object.entries(localStorage))
    if (place.endsWith('nouveau-client'))
      localStorage.setItem(place, text.replace(/"id":"[^"]*",?/g, ''))`)
  await page.reload()
  await page.getByRole('button', { name: 'Retirer ce contact' }).first().click()
  expect(await page.getByLabel('Prénom (obligatoire)').inputValue()).toBe('Binta')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.locator('.fault').waitFor()
  expect(await focused(page)).toBe('Nom (obligatoire)')
  await page.context().close()
})

test('what is wrong with a contact or a site goes with it', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const faulty = async () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-invalid="true"]')].map(({ value }) => value)`,
    )
  await field('Raison sociale (obligatoire)').fill('Quonfel Zorkev Brydax')
  await page.clock.install()
  for (const [index, { name, phone }] of [
    { name: 'Awa', phone: '07 00 00 00 01' },
    { name: 'Binta', phone: '12' },
    { name: 'Coumba', phone: '13' },
  ].entries()) {
    await page.getByRole('button', { name: 'Ajouter un contact' }).click()
    await field('Prénom (obligatoire)').nth(index).fill(name)
    await field('Nom (obligatoire)').nth(index).fill('Koné')
    await field('Téléphone')
      .nth(index + 1)
      .fill(phone)
  }
  for (const [index, latitude] of ['5', '95', '96'].entries()) {
    await page.getByRole('button', { name: 'Ajouter un site' }).click()
    await field('Nom du site (obligatoire)').nth(index).fill('Dépôt')
    await field('Latitude').nth(index).fill(latitude)
    await field('Longitude').nth(index).fill('-4')
  }
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.locator('.fault').first().waitFor()
  expect(await faulty()).toEqual(['12', '13', '95', '96'])
  await page.getByRole('button', { name: 'Retirer ce contact' }).first().click()
  await page.getByRole('button', { name: 'Retirer ce site' }).first().click()
  expect(await faulty()).toEqual(['12', '13', '95', '96'])
  await page.clock.runFor(1000)
  await page.getByRole('button', { name: 'Retirer ce contact' }).first().click()
  await page.getByRole('button', { name: 'Retirer ce site' }).first().click()
  expect(await faulty()).toEqual(['13', '96'])
  await page.context().close()
})

test('what two records have in common keeps its capitals inside the sentence', async () => {
  await site.sql(`update client set rccm = 'CI-ABJ-03-2024-B12-77114' where id = $1`, [
    (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees[0].id,
  ])
  const page = await site.openAs(partner, '/clients/nouveau')
  await page.getByLabel('RCCM').fill('CI-ABJ-03-2024-B12-77114')
  await page.getByLabel('RCCM').blur()
  await page.locator('.close-records li').waitFor()
  expect(await page.locator('.close-records li').innerText()).toContain('même RCCM')
  await page.context().close()
})

test('who may not create sees no way to it', async () => {
  const page = await site.openAs(clientUser, '/clients')
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('link', { name: 'Nouveau client' }).count()).toBe(0)
  await page.context().close()
  expect(site.complaints).toEqual([])
})

test('a record that somebody else changes meanwhile: both values are shown, and nothing is lost', async () => {
  const [client] = (await site.get(partner, '/api/v1/clients?taille=1&statut=actif')).body.donnees
  const page = await site.openAs(partner, `/clients/${client.id}`)
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await page.getByLabel('Ville', { exact: true }).fill('Man')
  await site.sql(
    `update client set ville = 'Bouaké', forme_juridique = 'SNC', modifie_le = modifie_le + interval '1 s' where id = $1`,
    [client.id],
  )
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Quelqu’un a écrit : « Bouaké »').waitFor()
  expect(await page.getByLabel('Forme juridique').inputValue()).toBe('SNC')
  expect(await page.getByLabel('Ville', { exact: true }).inputValue()).toBe('Man')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('modifications enregistrées').waitFor()
  const [stored] = await site.sql('select ville, forme_juridique from client where id = $1', [client.id])
  expect(stored).toEqual({ ville: 'Man', forme_juridique: 'SNC' })
  await page.context().close()
})
