import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { button, card, choose, clearDeposits, dialogOf, inForm, openForm, pdf } from './setup/depositing.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, partner } from './setup/people.ts'

const RCCM = 'Extrait du registre du commerce (RCCM)'
const KEPT = `${RCCM} : gardé dans vos envois, et envoyé dès le retour du réseau.`

let site: Site
let own: string
beforeAll(async () => {
  site = await openSite({ environment: { RATE_LIMIT_DEPOTS: '1000' } })
  own = await partnerOf(site, partner)
})
afterAll(() => site.close())

/** Each test begins with a partner that has deposited nothing. */
beforeEach(() => clearDeposits(site, own))

const files = () => site.sql('select id from fichier where depose_le is not null')
const documents = () =>
  site.sql<{ nom_original: string; taille: number }>(
    `select nom_original, taille_octets::int as taille from document_kyc join fichier on fichier.id = fichier_id
    where document_kyc.organisation_id = (select organisation_id from partenaire where id = $1)`,
    [own],
  )

/** A device that has been used with a network, with the partner's file open. */
async function used(width = 1280): Promise<{ page: Page; context: BrowserContext }> {
  const page = await site.openAs(partner, `/partenaires/${own}`, {
    serviceWorkers: 'allow',
    viewport: { width, height: 800 },
  })
  page.context().setDefaultTimeout(300_000)
  await page.getByText('6 manquants').waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  await expect.poll(() => kept(page, 'antenne', 'kept')).toContain('documents-kyc')
  return { page, context: page.context() }
}

/** What a store of the device holds, as text; of a file, its name and size. */
const kept = (page: Page, database: string, store: string): Promise<string> =>
  page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const opened = await done(indexedDB.open('${database}'))
    if (![...opened.objectStoreNames].includes('${store}')) return opened.close() ?? ''
    const all = await done(opened.transaction('${store}').objectStore('${store}').getAll())
    opened.close()
    return JSON.stringify(all, (_, value) => (value instanceof File ? value.name + ':' + value.size : value))
  })()`)
const waiting = (page: Page) => kept(page, 'antenne-envois', 'sendings')

/** Deposits a file without a network: it waits on the device. */
async function depositOffline(page: Page, issued = ''): Promise<void> {
  await openForm(page, RCCM)
  await page.getByLabel('Date d’émission').fill(issued)
  await page.context().setOffline(true)
  await choose(page, pdf())
  await button(page, 'Déposer').click()
  await page.getByText(KEPT).waitFor()
}

test('a file that is deposited without a network waits on the device, through a restart, and is sent once', async () => {
  const { page, context } = await used(390)
  await depositOffline(page)
  await card(page, RCCM).getByText('« Extrait RCCM.pdf » attend le réseau').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.close()
  const [first, second] = await Promise.all(
    [0, 1].map(async () => {
      const next = await context.newPage()
      await next.goto(`${site.address}/envois`)
      await next.locator('.sendings').getByText('Extrait RCCM.pdf · 2 ko').waitFor()
      return next
    }),
  )
  expect(await violationsOf(first as Page)).toEqual([])
  expect(await files()).toEqual([])
  await context.setOffline(false)
  await first?.getByText('Tout est envoyé').waitFor()
  await second?.getByText('Tout est envoyé').waitFor()
  expect(await documents()).toEqual([{ nom_original: 'Extrait RCCM.pdf', taille: 2009 }])
  expect(await files()).toHaveLength(1)
  expect(await waiting(first as Page)).toBe('[]')
  await context.close()
})

test('a network that is cut in the middle, and a page that is closed then: the file is sent once', async () => {
  const { page, context } = await used()
  await openForm(page, RCCM)
  await choose(page, pdf(3_000_000))
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 },
  })
  await button(page, 'Déposer').click()
  await inForm(page, /Envoi du fichier : [1-9]/).waitFor()
  await context.setOffline(true)
  await page.close()
  const next = await context.newPage()
  await next.goto(`${site.address}/envois`)
  await next.locator('.sendings').getByText('Extrait RCCM.pdf').waitFor()
  // The answer to the document is lost as well, once.
  let lost = 0
  await next.route('**/documents-kyc', async (route) => {
    if (route.request().method() === 'GET' || lost > 0) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await next.getByText('Tout est envoyé').waitFor()
  expect([lost, (await files()).length, (await documents()).length]).toEqual([1, 1, 1])
  await context.close()
})

test('a file that waits can be given up: it is erased, and never sent', async () => {
  const { page, context } = await used()
  await depositOffline(page)
  await page.getByRole('button', { name: 'Fermer le message' }).click()
  await page.getByRole('link', { name: '1 envoi en attente' }).click()
  await page.getByRole('button', { name: `Abandonner ${RCCM}` }).click()
  await page.getByText('le fichier est effacé de cet appareil').waitFor()
  await button(page, 'Abandonner').click()
  await page.getByText('Tout est envoyé').waitFor()
  expect(await waiting(page)).toBe('[]')
  await context.setOffline(false)
  await page.goto(`${site.address}/partenaires/${own}`)
  await page.getByText('6 manquants').waitFor()
  expect(await files()).toEqual([])
  await context.close()
})

test('a file that is given up while it is sent is not deposited', async () => {
  const { page, context } = await used()
  await depositOffline(page)
  const go = await holdBack(page, '**/extension/v1/fichiers')
  const sending = page.waitForRequest('**/extension/v1/fichiers')
  await page.getByRole('button', { name: 'Fermer le message' }).click()
  await page.getByRole('link', { name: '1 envoi en attente' }).click()
  await context.setOffline(false)
  await sending
  await page.getByRole('button', { name: `Abandonner ${RCCM}` }).click()
  await button(page, 'Abandonner').click()
  await page.getByText('Tout est envoyé').waitFor()
  go()
  await expect.poll(async () => (await files()).length).toBe(1)
  await page.goto(`${site.address}/partenaires/${own}`)
  await page.getByText('6 manquants').waitFor()
  expect([await documents(), await waiting(page)]).toEqual([[], '[]'])
  await context.close()
})

test.each([
  [413, 'corps_trop_grand', { taille_max_octets: 1000 }, 'Ce fichier est trop lourd'],
  [415, 'type_non_accepte', null, 'Choisissez un PDF, ou une photo'],
  [403, 'acces_refuse', { permission_requise: 'partenaires.documents_deposer' }, 'Dit par le service.'],
])(
  'a file that is refused later with %i says why, and one goes on with it',
  async (status, code, details, text) => {
    const { page, context } = await used()
    await depositOffline(page)
    const body = JSON.stringify({ code, message: 'Dit par le service.', details })
    await page.route('**/extension/v1/fichiers', (route) =>
      route.fulfill({ status, contentType: 'application/json', body }),
    )
    await context.setOffline(false)
    await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
    await page.locator('.sendings .fault').getByText(text).waitFor()
    await page.unroute('**/extension/v1/fichiers')
    await page.getByRole('button', { name: `Reprendre ${RCCM}` }).click()
    await dialogOf(page, RCCM).waitFor()
    await page.locator('dialog figure').getByText('Extrait RCCM.pdf').waitFor()
    await button(page, 'Déposer').click()
    await card(page, RCCM).getByText('En vérification').waitFor()
    expect(await documents()).toHaveLength(1)
    await context.close()
  },
)

test('a device without room says so, and the file is sent from the open page', async () => {
  const { page, context } = await used()
  await page.evaluate(`
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value, key) {
      if (value?.file !== undefined) throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value, key)
    }`)
  await openForm(page, RCCM)
  await choose(page, pdf())
  await context.setOffline(true)
  await button(page, 'Déposer').click()
  await inForm(
    page,
    'Cet appareil n’a plus de place pour garder l’envoi. Laissez cette page ouverte',
  ).waitFor()
  await context.setOffline(false)
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect(await documents()).toHaveLength(1)
  await context.close()
})

test('who signs out leaves no file on the device; another account removes those of the first', async () => {
  const { page, context } = await used()
  await depositOffline(page)
  expect(await waiting(page)).toContain('Extrait RCCM.pdf:2009')
  await page.route('**/extension/v1/fichiers', (route) => route.abort())
  const next = await context.newPage()
  await next.addInitScript(`sessionStorage.setItem('compte', '${competitor}')`)
  await context.setOffline(false)
  await page.close()
  await next.route('**/extension/v1/fichiers', (route) => route.abort())
  await next.goto(`${site.address}/clients`)
  await settled(next)
  await expect.poll(() => waiting(next)).not.toContain('Extrait RCCM.pdf:2009')
  expect(await next.getByRole('link', { name: /envoi/ }).count()).toBe(0)
  await next.close()
  await context.close()

  const again = await used()
  await depositOffline(again.page)
  await again.page.route('**/extension/v1/fichiers', (route) => route.abort())
  await again.context.setOffline(false)
  await again.page.locator('.account-menu > button').click()
  await again.page.getByRole('button', { name: 'Changer de compte' }).click()
  await button(again.page, 'Quitter sans les envoyer').click()
  await again.page.getByRole('button', { name: partner }).waitFor()
  expect(await waiting(again.page)).toBe('[]')
  await again.context.close()
})

test('withdrawn rights remove the file; what is left says so, and keeps its dates', async () => {
  const { page, context } = await used()
  const issued = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await depositOffline(page, issued)
  const [right] = await site.sql<{ role_id: string }>(
    `delete from role_permission where permission = 'partenaires.documents_deposer' and role_id in
      (select role_id from utilisateur where email = $1) returning role_id`,
    [partner],
  )
  // The service refuses the file, and at the same moment says which rights are left.
  const refused = page.waitForResponse('**/extension/v1/fichiers')
  await page.route('**/api/v1/moi', async (route) => {
    await refused
    await route.continue()
  })
  try {
    await context.setOffline(false)
    await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
    await expect.poll(() => waiting(page)).not.toContain('Extrait RCCM.pdf:2009')
    await page.reload()
    await page.locator('.sendings .fault').getByText('Le fichier n’est plus sur cet appareil').waitFor()
  } finally {
    await site.sql(
      `insert into role_permission values ('${right?.role_id}', 'partenaires.documents_deposer')`,
    )
  }
  await page.unrouteAll()
  // The form was opened since, with nothing in it.
  await page.goto(`${site.address}/partenaires/${own}`)
  await openForm(page, RCCM)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
  await page.getByRole('button', { name: `Reprendre ${RCCM}` }).click()
  await inForm(page, 'choisissez de nouveau « Extrait RCCM.pdf »').waitFor()
  expect(await page.getByLabel('Date d’émission').inputValue()).toBe(issued)
  await context.close()
})
