import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { type Desk, openDesk, openedDocument, verifier } from './setup/documents.ts'
import { openSite, type Site, settled } from './setup/page.ts'
import { partnerOf } from './setup/partner-of.ts'
import { operator, partner } from './setup/people.ts'
import { told, unhurried } from './setup/queue.ts'

const READER = 'jean-baptiste.kouassi@antenne.example'

let site: Site
let desk: Desk
beforeAll(async () => {
  site = await openSite({
    environment: { RATE_LIMIT_DEPOTS: '1000', FICHIERS_EN_ATTENTE_MAX: '100' },
  })
  desk = await openDesk(site)
})
afterAll(() => site.close())

const queue = async (query = '') => (await site.get(verifier, `/extension/v1/documents-kyc?${query}`)).body
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const buttons = (page: Page) => page.locator('.desk > .decision button').allTextContents()

/** How wide the picture of the open document is, in its own pixels; waits until it is there. */
async function pictureWidth(page: Page): Promise<number> {
  await page.locator('.leaf img').waitFor()
  return page.evaluate(
    "document.querySelector('.leaf img').decode().then(() => document.querySelector('.leaf img').naturalWidth)",
  )
}

test('the day of who verifies: home counts, the queue is the API’s, and links from it open', async () => {
  await desk.deposit()
  const { donnees, pagination } = await queue()
  const page = await site.openAs(verifier, '/')
  await page.getByRole('heading', { name: `${pagination.total} documents à vérifier` }).waitFor()
  const first = page.locator('main .card').first()
  expect(await first.locator('li').count()).toBe(6)
  await first.getByRole('link', { name: 'Toute la file' }).click()
  await page.getByText(`${pagination.total} documents`, { exact: true }).waitFor()
  const shown = await page
    .locator('.row-link')
    .evaluateAll((links) => links.map((link) => (link as never as { pathname: string }).pathname))
  expect(shown).toEqual(donnees.map(({ id }: { id: string }) => `/documents/${id}`))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await openedDocument(page, donnees[0])
  await page.getByText(`1 sur ${pagination.total}`).waitFor()
  await page.keyboard.press('ArrowRight')
  await openedDocument(page, donnees[1])
  await page.keyboard.press('Escape')
  await page.waitForURL(`${site.address}/documents`)
  await page.getByLabel('État').selectOption('rejete')
  await page
    .getByText(`${(await queue('statut=rejete')).pagination.total} documents`, { exact: true })
    .waitFor()
  await page.context().close()
})

/** A key that is pressed at the very moment at which the dialog closes: it is not lost. */
const keyOnceClosed = (page: Page, key: string) =>
  page.evaluate(`new MutationObserver((_, observer) => {
    observer.disconnect()
    dispatchEvent(new KeyboardEvent('keydown', { key: '${key}' }))
  }).observe(document.querySelector('dialog[open]'), { attributeFilter: ['open'] })`)

test('by keyboard: v with corrected dates, c and r with a motif; the next one opens each time', async () => {
  const [one, two, three] = [
    await desk.deposit({ code: 'partenaire_rib', date_emission: '2026-09-01' }),
    await desk.deposit({ code: 'partenaire_identite' }),
    await desk.deposit({ file: desk.pdf }),
  ]
  const last = await desk.deposit()
  const page = await desk.open(verifier, one)
  expect(await pictureWidth(page)).toBe(820)
  // The end follows from the issue: twelve months for this type.
  await page.getByLabel('Émis le').fill('2026-10-15')
  expect(await page.getByLabel('Expire le').inputValue()).toBe('2027-10-15')
  await page.reload()
  expect(await page.getByLabel('Émis le').inputValue()).toBe('2026-10-15')
  await page.locator('h1').click()
  await page.keyboard.press('v')
  await dialog(page, 'Valider le document')
    .getByText('Émis le 15/10/2026. Valable jusqu’au 15/10/2027.')
    .waitFor()
  await page.keyboard.press('v')
  await told(page, /Relevé d'identité bancaire, Savane Télécom : document validé\./)
  await openedDocument(page, two)
  expect(await desk.now(one)).toEqual({
    statut: 'valide',
    motif: null,
    date_emission: '2026-10-15',
    date_expiration: '2027-10-15',
  })

  await page.keyboard.press('c')
  await dialog(page, 'Demander un complément').waitFor()
  await page.keyboard.press('Control+Enter')
  expect((await desk.now(two))?.statut).toBe('depose')
  await page.getByRole('button', { name: 'Une page manque : déposez le document en entier.' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Le verso aussi.')
  await keyOnceClosed(page, 'c')
  await page.keyboard.press('Escape')
  // What was typed is still there.
  await page.getByRole('dialog').getByRole('textbox').focus()
  await page.keyboard.press('Control+Enter')
  await told(page, /document renvoyé à compléter/)
  await openedDocument(page, three)
  expect(await desk.now(two)).toMatchObject({
    statut: 'a_completer',
    motif: 'Une page manque : déposez le document en entier. Le verso aussi.',
  })

  await page.keyboard.press('r')
  await dialog(page, 'Rejeter le document').getByRole('textbox').fill('Ce n’est pas vous.')
  await page.keyboard.press('Control+Enter')
  await told(page, /document rejeté/)
  await openedDocument(page, last)
  expect(await desk.now(three)).toMatchObject({ statut: 'rejete', motif: 'Ce n’est pas vous.' })
  await page.context().close()
})

test('a document that is done is not read again, nor its history; the queue and the file are', async () => {
  const [one, two] = [await desk.deposit({ code: 'partenaire_rib' }), await desk.deposit()]
  const page = await desk.open(verifier, one)
  await page.locator('.history li').first().waitFor()
  const asked: string[] = []
  await page.route('**/verification', async (route) => {
    const response = await route.fetch()
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await route.fulfill({ response })
  })
  await page.locator('h1').press('v')
  await dialog(page, 'Valider le document').waitFor()
  await page.keyboard.press('v')
  await openedDocument(page, two)
  await page.locator('.history li').first().waitFor()
  await expect.poll(() => asked).toContain('/extension/v1/documents-kyc')
  expect(asked.filter((path) => path.includes(one.id))).toEqual([])
  await expect
    .poll(() => asked.some((path) => /^\/api\/v1\/partenaires\/.*\/documents-kyc$/.test(path)))
    .toBe(true)
  await page.context().close()
})

test('dates that cannot be are refused at their field, and nothing is lost', async () => {
  const document = await desk.deposit({ code: 'partenaire_rib' })
  const page = await desk.open(verifier, document)
  await page.getByLabel('Expire le').fill('2020-01-01')
  await page.getByRole('button', { name: /^Valider/ }).click()
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await page.locator('.dates').getByText('Ce document a déjà expiré').waitFor()
  expect(await page.getByLabel('Expire le').inputValue()).toBe('2020-01-01')
  expect((await desk.now(document))?.statut).toBe('depose')
  await page.context().close()
})

test('where the issue was emptied, the confirmation says which one stays', async () => {
  const document = await desk.deposit({ code: 'partenaire_rib', date_emission: '2026-09-01' })
  const page = await desk.open(verifier, document)
  await page.getByLabel('Émis le').fill('')
  await page.getByRole('button', { name: /^Valider/ }).click()
  const asked = dialog(page, 'Valider le document')
  await asked.getByText('Valable jusqu’au').waitFor()
  expect(await asked.innerText()).toContain('Émis le 01/09/2026. Valable jusqu’au 01/09/2027.')
  await page.context().close()
})

test('two verifiers at once: the second is told by whom and when, and goes on; it was verified once', async () => {
  const document = await desk.deposit()
  const [first, second] = [await desk.open(verifier, document), await desk.open(operator, document)]
  for (const page of [first, second]) {
    await page.keyboard.press('v')
    await dialog(page, 'Valider le document').waitFor()
  }
  await first.keyboard.press('Enter')
  await told(first, /document validé/)
  await second.keyboard.press('Enter')
  await told(
    second,
    /document déjà validé par Mariam Traoré, le \d\d\/\d\d\/\d{4} à \d\d:\d\d\. Votre décision n’a pas été prise en compte/,
  )
  await second.waitForURL((url) => url.pathname !== `/documents/${document.id}`)
  expect(await desk.verifications(document)).toBe(1)
  await first.context().close()
  await second.context().close()
})

test('what somebody else says meanwhile appears by itself', async () => {
  const document = await desk.deposit()
  const page = await site.openAs(verifier, '/partenaires')
  await page.getByRole('table').first().waitFor()
  await page.clock.install()
  await page.evaluate(
    `history.pushState(null, '', '/documents/${document.id}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.getByRole('button', { name: /^Valider/ }).waitFor()
  await desk.verify(operator, document, { statut: 'rejete', motif: 'Non.' })
  await page.clock.runFor(21_000)
  await page.getByText('Ce document vient d’être rejeté par Awa Koné.').waitFor()
  expect(await buttons(page)).toEqual([])
  await page.context().close()
})

test('the network is cut during a verification, and comes back: it is verified once', async () => {
  const document = await desk.deposit()
  const page = await desk.open(verifier, document)
  const keys: (string | undefined)[] = []
  await page.route('**/extension/v1/**/verification', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // It arrives and is done, the answer is lost; then nothing arrives; then the network is back.
    if (keys.length === 1) await route.fetch()
    return keys.length < 3 ? route.abort('connectionreset') : route.continue()
  })
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await page
    .getByRole('dialog')
    .getByText(/nouvel essai automatique/)
    .waitFor()
  await told(page, /document validé/)
  expect([keys.length, new Set(keys).size, await desk.verifications(document)]).toEqual([3, 1, 1])
  await page.context().close()
})

test('a verification that does not get through waits: its document says so, and does not come back as the next', async () => {
  const document = await desk.deposit()
  const page = await desk.open(verifier, document)
  const verification = '**/extension/v1/**/verification'
  await page.route(verification, (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Confirmer la validation' }).click()
  await told(page, /gardé dans vos envois/)
  await page.waitForURL((url) => !url.pathname.endsWith(document.id))
  await page.goto(`${site.address}/documents?taille=100&partenaire_id=${await partnerOf(site, partner)}`)
  const row = page.locator('tbody tr', { has: page.locator(`[href*="${document.id}"]`) })
  await row.getByText('En cours d’envoi').waitFor()
  await row.getByRole('link').click()
  await page.getByText('Votre vérification est en cours d’envoi.').waitFor()
  expect(await buttons(page)).toEqual([])
  await page.unroute(verification)
  await expect.poll(() => desk.verifications(document)).toBe(1)
  await page.context().close()
})

test('a download that is cut goes on where it was', async () => {
  const document = await desk.deposit()
  const page = await site.openAs(verifier, '/')
  const ranges: (string | undefined)[] = []
  await page.route(/\/fichiers\/[^/]+\?/, async (route) => {
    ranges.push(route.request().headers().range)
    if (ranges.length > 1) return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.body()).subarray(0, 1000) })
  })
  // With the file the way to the link is lost too, for longer than one request goes on trying.
  let links = 0
  await page.route('**/fichiers/*/lien', (route) => {
    links += 1
    return links > 1 && links < 6 ? route.abort('connectionreset') : route.continue()
  })
  await page.goto(`${site.address}/documents/${document.id}`)
  expect(await pictureWidth(page)).toBe(820)
  expect(ranges).toEqual([undefined, 'bytes=1000-'])
  await page.context().close()
})

test('so does one whose connection says nothing any more', async () => {
  const document = await desk.deposit()
  const page = await site.openAs(verifier, '/')
  let asked = 0
  // Never answered.
  await page.route(/\/fichiers\/[^/]+\?/, (route) => {
    asked += 1
    return asked === 1 ? undefined : route.continue()
  })
  await page.clock.install()
  await page.goto(`${site.address}/documents/${document.id}`)
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(21_000)
  expect(await pictureWidth(page)).toBe(820)
  await page.context().close()
})

test('an infected file is red and never asked for; it can only be rejected, even after a validation', async () => {
  const document = await desk.deposit()
  await desk.infect(document)
  const page = await site.openAs(verifier, '/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${site.address}/documents/${document.id}`)
  await page.locator('.sheet .bad').getByText('L’antivirus a bloqué ce fichier').waitFor()
  await settled(page)
  expect(asked.filter((path) => path.startsWith('/extension/v1/fichiers/'))).toEqual([])
  expect(await buttons(page)).toEqual(['Rejeterr'])
  await page.keyboard.press('v')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('r')
  await page
    .getByRole('button', { name: 'Le fichier est infecté : déposez une copie saine du document.' })
    .click()
  await page.keyboard.press('Control+Enter')
  await told(page, /document rejeté/)

  const valid = await desk.deposit()
  await desk.verify(verifier, valid, { statut: 'valide' })
  await desk.infect(valid)
  await page.goto(`${site.address}/documents/${valid.id}`)
  await page.locator('.sheet .bad').waitFor()
  expect(await buttons(page)).toEqual(['Rejeterr'])
  await page.context().close()
})

test('a PDF is given to a tab of its own; what has no contents says so; what could run is never opened', async () => {
  const [pdf, page] = [await desk.deposit({ file: desk.pdf }), await desk.deposit({ file: desk.pdf })]
  const window = await site.openAs(verifier, '/')
  let given: Buffer | undefined
  await window.route(/signature=/, async (route) => {
    const response = await route.fetch()
    given = await response.body()
    await route.fulfill({ response, body: given })
  })
  await window.goto(`${site.address}/documents/${pdf.id}`)
  const link = window.getByRole('link', { name: 'Ouvrir dans un onglet' })
  expect(await link.getAttribute('href')).toMatch(/^blob:/)
  expect(given).toEqual(desk.pdf.bytes)
  await site.sql('update fichier set contenu_id = null where id = $1', [pdf.fichier_id])
  await window.reload()
  await window.getByText('Le contenu de ce fichier est introuvable.').waitFor()
  await site.sql(`update fichier set type_mime = 'text/html' where id = $1`, [page.fichier_id])
  await window.goto(`${site.address}/documents/${page.id}`)
  await window.getByText('Ce type de fichier ne s’affiche pas ici').waitFor()
  expect(await window.locator('.sheet a, .sheet img, .sheet iframe').count()).toBe(0)
  await window.context().close()
})

test('what stands in the way is told, with what to do: changed, deposited by oneself, gone', async () => {
  const own = await desk.deposit({ who: operator })
  const page = await desk.open(operator, own)
  const validate = async () => {
    await page.keyboard.press('v')
    await dialog(page, 'Valider le document').waitFor()
    await page.keyboard.press('v')
  }
  await validate()
  await told(page, /Vous avez déposé ce document : une autre personne doit le vérifier\./)

  const changed = await desk.deposit()
  await page.goto(`${site.address}/documents/${changed.id}`)
  await page.getByRole('button', { name: /^Valider/ }).waitFor()
  await site.sql(
    `update document_kyc set date_emission = '2026-05-05', modifie_le = modifie_le + interval '1 s' where id = $1`,
    [changed.id],
  )
  await validate()
  await told(page, /ce document a changé entre-temps\. Relisez-le, puis décidez\./)
  expect(await page.getByLabel('Émis le').inputValue()).toBe('2026-05-05')
  await unhurried(page)
  await validate()
  await told(page, /document validé/)

  await page.goto(`${site.address}/documents/00000000-0000-4000-8000-000000000000`)
  await page.getByRole('heading', { name: 'Introuvable' }).waitFor()
  await page.context().close()
})

test('the partner’s file shows a renewal that waits beside what expires, and an infected one in red', async () => {
  const renewal = await desk.deposit({
    code: 'partenaire_rccm',
    date_emission: site.now.toISOString().slice(0, 10),
  })
  const page = await site.openAs(partner, `/partenaires/${desk.partenaire_id}`)
  const entry = page.locator('.kyc > li', { hasText: 'Extrait du registre du commerce' })
  await entry.locator('.kyc-head').getByText('Renouvellement en vérification').waitFor()
  await page
    .getByLabel('Résumé du dossier')
    .getByText(/renouvellements? en vérification/)
    .waitFor()
  await entry.getByRole('link', { name: 'registre.jpg' }).click()
  await openedDocument(page, renewal)
  expect(await pictureWidth(page)).toBe(820)
  expect(await page.locator('.decision, .dates, .walk').count()).toBe(0)
  // No other deposit waits.
  await site.sql(
    `update document_kyc set statut = 'rejete', motif = 'x' where statut = 'depose' and id <> $1`,
    [renewal.id],
  )
  await desk.infect(renewal)
  await page.goto(`${site.address}/partenaires/${desk.partenaire_id}`)
  await entry.locator('.kyc-head').getByText('Fichier infecté').waitFor()
  expect(await entry.getAttribute('class')).toBe('bad')
  await page.context().close()
})

test('who may not verify has no queue and no buttons, but reads what a link leads to', async () => {
  const document = await desk.deposit()
  const page = await desk.open(READER, document)
  expect(await pictureWidth(page)).toBe(820)
  expect(await buttons(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Documents' }).count()).toBe(0)
  await page.keyboard.press('v')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${site.address}/documents`)
  await page.getByText('partenaires.documents_verifier').waitFor()
  await page.context().close()
})

test.each([1280, 390])(
  'no violation in the queue, open, in a dialog or infected, %i px wide',
  async (width) => {
    const [document, infected] = [await desk.deposit(), await desk.deposit()]
    await desk.infect(infected)
    const page = await desk.open(verifier, document, {
      colorScheme: 'light',
      viewport: { width, height: 800 },
    })
    const look = async (name: string) => {
      await settled(page)
      expect([name, await violationsOf(page)]).toEqual([name, []])
    }
    await pictureWidth(page)
    await look('open')
    await page.getByRole('button', { name: 'Agrandir' }).click()
    await page.getByRole('button', { name: 'Tourner' }).click()
    await look('enlarged')
    for (const [name, title] of [
      [/^Valider/, 'Valider le document'],
      [/^Demander un complément/, 'Demander un complément'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await dialog(page, title).waitFor()
      await look(title)
      await page.keyboard.press('Escape')
    }
    for (const path of [`/documents/${infected.id}`, '/documents', '/']) {
      await page.goto(site.address + path)
      await look(path)
    }
    await page.context().close()
  },
)

test('nothing was complained about', () => expect(site.complaints).toEqual([]))
