import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { sendingsOf } from './setup/device.ts'
import { holdBack, openSite, type Site } from './setup/page.ts'
import { partner } from './setup/people.ts'

/** What waits on the device: when it is sent, and when it is not. */

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const nameOf = (page: Page) => page.getByLabel('Raison sociale (obligatoire)')

/** These clients are created without a network, after the screens have been looked at with one. */
async function createOffline(...companies: string[]): Promise<Page> {
  const page = await site.openAs(partner, '/envois')
  await page.getByText('Tout est envoyé').waitFor()
  await page.getByRole('link', { name: 'Clients' }).click()
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await nameOf(page).waitFor()
  await page.context().setOffline(true)
  for (const company of companies) {
    await nameOf(page).fill(company)
    await page.getByRole('button', { name: 'Créer le client' }).click()
    await page.getByText(`Nouveau client ${company} : gardé dans vos envois`).waitFor()
  }
  return page
}

test('what the service wants later waits until then, and the rest is sent meanwhile', async () => {
  const page = await createOffline('Ghuvtrix Polmeq', 'Yzzorban Krelt')
  let refused = 0
  await page.route('**/extension/v1/clients', (route) => {
    if (refused > 0 || route.request().postDataJSON().raison_sociale !== 'Ghuvtrix Polmeq')
      return route.fallback()
    refused += 1
    const json = { code: 'trop_de_requetes', message: 'Demain.', details: { reessayer_dans_secondes: 4 } }
    return route.fulfill({ status: 429, json, headers: { 'retry-after': '4' } })
  })
  await page.getByRole('link', { name: '2 envois en attente' }).press('Enter')
  await page.context().setOffline(false)
  await page.getByText('nouvel essai après le').waitFor()
  await page.getByText('Tout est envoyé').waitFor()
  const made = await site.sql<{ nom: string }>(
    `select raison_sociale as nom from client join journal on journal.client_id = client.id
    where raison_sociale in ('Ghuvtrix Polmeq', 'Yzzorban Krelt') group by 1 order by min(numero)`,
  )
  expect(made.map(({ nom }) => nom)).toEqual(['Yzzorban Krelt', 'Ghuvtrix Polmeq'])
  await page.context().close()
})

test('what the service fails at does not hold up the rest', async () => {
  const page = await createOffline('Wulfrabek Ondilor', 'Xambrolit Pevenko')
  await page.route('**/extension/v1/clients', (route) => {
    if (route.request().postDataJSON().raison_sociale !== 'Wulfrabek Ondilor') return route.fallback()
    const json = { code: 'erreur_interne', message: 'Une erreur est survenue.', details: null }
    return route.fulfill({ status: 500, json })
  })
  await page.getByRole('link', { name: '2 envois en attente' }).press('Enter')
  await page.context().setOffline(false)
  await page.getByText('nouvel essai après le').waitFor()
  await expect
    .poll(() => site.sql(`select from client where raison_sociale = 'Xambrolit Pevenko'`))
    .toHaveLength(1)
  await expect.poll(() => sendingsOf(page)).toHaveLength(1)
  await page.context().close()
})

describe('what may have been done more than a day ago', () => {
  /** A contact is added, its answer is lost, and nobody answers any more. */
  async function addLost(nom: string): Promise<{ page: Page; made(): Promise<unknown[]> }> {
    const [client] = (await site.get(partner, '/api/v1/clients?taille=1')).body.donnees
    const page = await site.openAs(partner, `/clients/${client.id}`)
    await page.getByRole('button', { name: 'Ajouter un contact' }).click()
    await page.getByLabel('Prénom (obligatoire)').fill('Awa')
    await page.getByLabel('Nom (obligatoire)', { exact: true }).fill(nom)
    let lost = false
    await page.route(/\/(api|extension)\/v1\//, async (route) => {
      const isAction = route.request().method() === 'POST' && route.request().url().endsWith('/contacts')
      if (isAction && !lost) {
        await route.fetch()
        lost = true
      }
      return lost ? route.abort('connectionreset') : route.fallback()
    })
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    const made = () => site.sql('select from contact where nom = $1', [nom])
    await expect.poll(made).toHaveLength(1)
    return { page, made }
  }

  async function aDayLater(page: Page): Promise<void> {
    await site.sql(`update action_cle set fait_le = fait_le - interval '25 hours'`)
    await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('antenne-envois')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('sendings', 'readwrite')
        const store = transaction.objectStore('sendings')
        const reading = store.getAll()
        reading.onsuccess = () => {
          for (const one of reading.result) store.put({ ...one, sent: one.sent - 25 * 3_600_000 }, one.key)
        }
        transaction.oncomplete = resolve
        transaction.onabort = reject
      }
    })`)
    await page.unrouteAll()
  }

  test('is not done again by itself', async () => {
    const { page, made } = await addLost('Zvendrax')
    await page.getByText('gardé dans vos envois').waitFor()
    await aDayLater(page)
    await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
    await page.getByText('peut-être déjà enregistré').waitFor()
    expect(await made()).toHaveLength(1)
    await page.context().close()
  })

  test('is not done again from its form, either', async () => {
    const { page, made } = await addLost('Yqualdor')
    await page.getByText('gardé dans vos envois').waitFor()
    // As if the phone had died before that: the form has what was typed, under the same key.
    const [{ draft, user }] = (await sendingsOf(page)) as [
      { draft: { of: string; value: unknown }; user: string },
    ]
    const place = JSON.stringify(`antenne.brouillon.${user}.${draft.of}`)
    await page.evaluate(`localStorage.setItem(${place}, ${JSON.stringify(JSON.stringify(draft.value))})`)
    await aDayLater(page)
    await page.reload()
    await page.getByRole('button', { name: 'Ajouter un contact' }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('dialog').getByText('peut-être déjà enregistré').waitFor()
    expect(await made()).toHaveLength(1)
    await page.context().close()
  })
})

test('what is given up while others are sent is not sent', async () => {
  const page = await createOffline('Hrundivex Solmar', 'Kwelbrond Tazmir')
  await page.getByRole('link', { name: '2 envois en attente' }).press('Enter')
  // The first one takes its time; the second one is given up meanwhile.
  const letGo = await holdBack(page, '**/extension/v1/clients')
  const begun = page.waitForRequest('**/extension/v1/clients')
  await page.context().setOffline(false)
  await begun
  await page.getByRole('button', { name: 'Abandonner Nouveau client Kwelbrond Tazmir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abandonner' }).click()
  await expect.poll(() => sendingsOf(page)).toHaveLength(1)
  letGo()
  await page.getByText('Tout est envoyé').waitFor()
  // Whatever is still being sent ends first.
  await page.evaluate(`navigator.locks.request('antenne-envois', () => {})`)
  const made = await site.sql(
    `select from client where raison_sociale in ('Hrundivex Solmar', 'Kwelbrond Tazmir')`,
  )
  expect(made).toHaveLength(1)
  await page.context().close()
})

test('an answer that is not the service’s refuses nothing, and what one types next is not lost by a refusal', async () => {
  const page = await createOffline('Vrombelix Tsadok')
  const name = nameOf(page)
  await name.fill('Autre société')
  const asked: number[] = []
  await page.route('**/extension/v1/clients', (route) => {
    // First a gateway that knows no such address, then the service.
    asked.push(asked.length === 0 ? 404 : 409)
    if (asked.length === 1) return route.fulfill({ status: 404, body: '<h1>Not found</h1>' })
    return route.fulfill({
      status: 409,
      json: { code: 'client_existant', message: 'Il existe.', details: null },
    })
  })
  await page.context().setOffline(false)
  await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
  expect(asked).toEqual([404, 409])
  await page.getByRole('button', { name: /^Reprendre/ }).click()
  const question = page.getByRole('dialog', { name: 'Remplacer votre saisie en cours ?' })
  await question.getByRole('button', { name: 'Revenir' }).click()
  await page.goto(`${site.address}/clients/nouveau`)
  expect(await name.inputValue()).toBe('Autre société')
  await page.goto(`${site.address}/envois`)
  await page.getByRole('button', { name: /^Reprendre/ }).click()
  await question.getByRole('button', { name: 'Remplacer' }).click()
  await name.waitFor()
  expect(await name.inputValue()).toBe('Vrombelix Tsadok')
  await page.context().close()
})
