import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { copied, stored } from './setup/device.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { competitor, operator, partner } from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A phone that has been used with a network: files of the page, answers and the copy are on it. */
async function usedPhone(email: string): Promise<{ page: Page; context: BrowserContext; user: string }> {
  const page = await site.openAs(email, '/clients', {
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 800 },
  })
  // For the windows that follow: how busy the machine is says nothing.
  page.context().setDefaultTimeout(300_000)
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready')
  const { utilisateur } = (await site.get(email, '/api/v1/moi')).body
  return { page, context: page.context(), user: utilisateur.id }
}

/** Until the answers of the screen are kept too. */
const kept = (page: Page, text: string) => expect.poll(() => keeps(page, text)).toEqual([text])

/** Which of these texts the device keeps. */
const keeps = async (page: Page, ...texts: string[]): Promise<string[]> => {
  const all = JSON.stringify(await stored(page))
  return texts.filter((text) => all.includes(text))
}

const again = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(site.address + path)
  return page
}

test('a partner’s phone starts without a network, says of when its data are, and searches all of its clients', async () => {
  const { page, context, user } = await usedPhone(partner)
  await copied(page, user)
  await page.close()
  await context.setOffline(true)
  const offline = await again(context, '/clients')
  await offline.getByText(/^Données de \d\d:\d\d, hors ligne\.$/).waitFor()
  await offline.getByRole('table').waitFor()
  // A client of another page, found by a word of its name without its accents; nobody has opened it here before.
  const { donnees } = (await site.get(partner, '/api/v1/clients?taille=100')).body
  const wanted = donnees.at(-1)
  await offline.getByRole('searchbox').fill(wanted.raison_sociale.toUpperCase())
  await offline.getByRole('link', { name: wanted.raison_sociale }).click()
  await offline.getByRole('heading', { name: wanted.raison_sociale }).waitFor()
  const sites = (await site.get(partner, `/api/v1/clients/${wanted.id}/sites`)).body.donnees
  for (const { libelle } of sites) await offline.getByText(libelle).first().waitFor()
  expect(await violationsOf(offline)).toEqual([])
  await context.setOffline(false)
  await offline.locator('.standing p').waitFor({ state: 'detached' })
  await context.close()
})

test('what one does without a network waits on the device, through a restart, and is sent once', async () => {
  const { page, context } = await usedPhone(partner)
  await kept(page, 'raison_sociale')
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await context.setOffline(true)
  await page.getByLabel('Raison sociale (obligatoire)').fill('Qwyzzle Brumptex Dvornik')
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByText('Nouveau client Qwyzzle Brumptex Dvornik : gardé dans vos envois').waitFor()
  await page.getByRole('link', { name: '1 envoi en attente' }).waitFor()
  await page.close()
  const offline = await again(context, '/envois')
  await offline.locator('.sendings strong').waitFor()
  expect(await violationsOf(offline)).toEqual([])
  expect(await site.sql(`select from client where raison_sociale like 'Qwyzzle%'`)).toHaveLength(0)
  // Two windows find the network again at the same time.
  const second = await again(context, '/envois')
  await second.locator('.sendings strong').waitFor()
  await context.setOffline(false)
  await offline.getByText('Tout est envoyé').waitFor()
  await second.close()
  expect(await site.sql(`select from client where raison_sociale like 'Qwyzzle%'`)).toHaveLength(1)
  await context.close()
})

test('where nobody has answered, one attempt is enough for an action to wait', async () => {
  const page = await site.openAs(partner, '/clients/nouveau')
  await settled(page)
  let attempts = 0
  // The device believes that it has a network.
  await page.route(/\/(api|extension)\/v1\//, (route) => {
    if (new URL(route.request().url()).pathname === '/extension/v1/clients') attempts += 1
    return route.abort('connectionreset')
  })
  await page.getByLabel('Raison sociale (obligatoire)').fill('Vlimpskor Zantrebel')
  await page.locator('.standing').getByText('hors ligne').waitFor()
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await page.getByText('Nouveau client Vlimpskor Zantrebel : gardé dans vos envois').waitFor()
  expect(attempts).toBe(1)
  await page.context().close()
})

test('a contact and a site that wait to be sent say of which client they are', async () => {
  const { page, context } = await usedPhone(partner)
  const [{ id, raison_sociale }] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  await page.goto(`${site.address}/clients/${id}`)
  await page.getByRole('button', { name: 'Ajouter un site' }).click()
  await context.setOffline(true)
  await page.getByLabel('Nom du site').fill('Dépôt Vrondex')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('gardé dans vos envois').waitFor()
  await page.getByRole('button', { name: 'Ajouter un contact' }).click()
  await page.getByLabel('Prénom (obligatoire)').fill('Awa')
  await page.getByLabel('Nom (obligatoire)', { exact: true }).fill('Vrondex')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('link', { name: '2 envois en attente' }).press('Enter')
  const waiting = page.locator('.sendings strong')
  await waiting.nth(1).waitFor()
  expect(await waiting.allTextContents()).toEqual([
    `${raison_sociale}, Nouveau site`,
    `${raison_sociale}, Nouveau contact`,
  ])
  await context.setOffline(false)
  await page.getByText('Tout est envoyé').waitFor()
  await context.close()
})

test('what is refused later stays, with the reason, and one goes on with what was typed', async () => {
  const { page, context } = await usedPhone(partner)
  const [client] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  await page.goto(`${site.address}/clients/${client.id}`)
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await context.setOffline(true)
  await page.getByLabel('Ville', { exact: true }).fill('Odienné')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('link', { name: '1 envoi en attente' }).waitFor()
  // Somebody else was faster.
  await site.sql(
    `update client set adresse_facturation = 'Ailleurs', modifie_le = now() where id = '${client.id}'`,
  )
  await context.setOffline(false)
  await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
  await page.locator('.sendings .fault').waitFor()
  await page.getByRole('button', { name: /^Reprendre/ }).click()
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  expect(await page.getByLabel('Ville', { exact: true }).inputValue()).toBe('Odienné')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('modifications enregistrées').waitFor()
  expect((await site.get(partner, `/api/v1/clients/${client.id}`)).body).toMatchObject({
    ville: 'Odienné',
    adresse_facturation: 'Ailleurs',
  })
  await context.close()
})

test('who signs out leaves nothing on the device; what waits is not lost without a question', async () => {
  const { page, context, user } = await usedPhone(partner)
  await copied(page, user)
  const [client] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
  await kept(page, client.raison_sociale)
  const other = await again(context, '/clients')
  await settled(other)
  expect(await keeps(page, 'eyJ')).toEqual([])
  await page.locator('.account-menu > button').click()
  await page.getByRole('button', { name: 'Changer de compte' }).click()
  await page.getByRole('button', { name: partner }).waitFor()
  // The other window goes on for a while: it keeps nothing any more.
  await other.bringToFront()
  await other.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await other.getByRole('link', { name: 'Réservations' }).click()
  await settled(other)
  await other.waitForTimeout(1500)
  expect(await keeps(page, client.raison_sociale, partner)).toEqual([])
  await context.setOffline(true)
  const offline = await again(context, '/clients')
  await offline.getByRole('heading', { name: 'Antenne' }).waitFor()
  expect(await offline.getByText(client.raison_sociale).count()).toBe(0)
  await context.close()
})

test('drafts go with who signs out, in all windows; another account in the same tab finds none', async () => {
  const page = await site.openAs(operator, '/clients/nouveau')
  const context = page.context()
  await page.getByLabel('Raison sociale (obligatoire)').fill('Vrenzik Frères')
  const pending = '/extension/v1/reservations?statut=demandee&taille=1'
  const [{ id }] = (await site.get(operator, pending)).body.donnees
  const other = await context.newPage()
  await other.addInitScript(`sessionStorage.setItem('compte', '${operator}')`)
  await other.goto(`${site.address}/clients/nouveau`)
  await other.getByLabel('Raison sociale (obligatoire)').waitFor()
  const motif = async (text: string | null) => {
    await page.goto(`${site.address}/reservations?ouverte=${id}`)
    await page.locator('.panel').waitFor()
    await page
      .locator('.panel')
      .getByRole('button', { name: /^Refuser/ })
      .click()
    const field = page.getByRole('dialog').getByLabel(/^Motif \(/)
    if (text !== null) await field.fill(text)
    return field.inputValue()
  }
  await motif('Plaxovin est malade.')
  expect(await motif(null)).toBe('Plaxovin est malade.')
  expect(await keeps(page, 'Vrenzik')).toEqual(['Vrenzik'])
  await page.keyboard.press('Escape')
  await page.locator('.account-menu > button').click()
  await page.getByRole('button', { name: 'Changer de compte' }).click()
  const question = page.getByRole('dialog', { name: 'Une saisie n’est pas envoyée' })
  await question.getByText('(un nouveau client)').waitFor()
  await question.getByRole('button', { name: 'Revenir' }).click()
  expect(await keeps(page, 'Vrenzik')).toEqual(['Vrenzik'])
  await page.locator('.account-menu > button').click()
  await page.getByRole('button', { name: 'Changer de compte' }).click()
  await question.getByRole('button', { name: 'Quitter et effacer la saisie' }).click()
  await page.getByRole('button', { name: operator }).waitFor()
  await other.getByLabel('Raison sociale (obligatoire)').fill('Vrenzik Sœurs')
  expect(await keeps(page, 'Vrenzik', 'Plaxovin')).toEqual([])
  expect(await keeps(other, 'Vrenzik')).toEqual([])
  // Who comes next without signing the first one out finds nothing either.
  await page.getByRole('button', { name: operator }).click()
  await page.locator('.account-menu').waitFor()
  await motif('Plaxovin est malade.')
  await page.evaluate(`sessionStorage.setItem('compte', 'jean-baptiste.kouassi@antenne.example')`)
  expect(await motif(null)).toBe('')
  expect(await keeps(page, 'Plaxovin')).toEqual([])
  await context.close()
})

test('another account on the same device never sees what was kept of the first', async () => {
  const { page, context, user } = await usedPhone(partner)
  await copied(page, user)
  const own = (await site.get(partner, '/api/v1/clients?taille=100')).body.donnees
  const theirs = new Set(
    (await site.get(competitor, '/api/v1/clients?taille=100')).body.donnees.map(
      ({ id }: { id: string }) => id,
    ),
  )
  const secret = own.find(({ id }: { id: string }) => !theirs.has(id)).raison_sociale
  await kept(page, own[0].raison_sociale)
  await page.close()
  const next = await context.newPage()
  // Whatever is on the screen, at any moment.
  await next.addInitScript(`sessionStorage.setItem('compte', '${competitor}')
    new MutationObserver(() => {
      if (document.body?.innerText.includes(${JSON.stringify(own[0].raison_sociale)})) window.leaked = true
    }).observe(document, { subtree: true, childList: true, characterData: true })`)
  await next.goto(`${site.address}/clients`)
  await settled(next)
  await kept(next, competitor)
  expect(await next.evaluate('window.leaked')).toBeUndefined()
  expect(await keeps(next, secret)).toEqual([])
  await context.close()
})

test('withdrawn rights empty what was kept', async () => {
  const { page, context } = await usedPhone(operator)
  const [client] = (await site.get(operator, '/api/v1/clients?taille=1')).body.donnees
  await kept(page, client.raison_sociale)
  const [right] = await site.sql<{ role_id: string }>(
    `delete from role_permission where permission = 'clients.consulter' and role_id in
      (select role_id from utilisateur where email = $1) returning role_id`,
    [operator],
  )
  try {
    await page.reload()
    await page.getByText('Accès refusé').first().waitFor()
    await expect.poll(() => keeps(page, client.raison_sociale)).toEqual([])
  } finally {
    await site.sql(`insert into role_permission values ('${right?.role_id}', 'clients.consulter')`)
  }
  await context.close()
})
