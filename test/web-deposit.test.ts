import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openNetwork } from '../harness/database/network.ts'
import { act } from './setup/acting.ts'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import {
  button,
  camera,
  card,
  choose,
  clearDeposits,
  dialogOf,
  inForm,
  openForm,
  pdf,
  picker,
} from './setup/depositing.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { partnerOf } from './setup/partner-of.ts'
import { operator, partner } from './setup/people.ts'
import { photograph, seen } from './setup/photograph.ts'

const VERIFIER = 'mariam.traore@antenne.example'
const RCCM = 'Extrait du registre du commerce (RCCM)'
const DFE = "Déclaration fiscale d'existence (DFE)"

let site: Site
let own: string
beforeAll(async () => {
  site = await openSite({ environment: { RATE_LIMIT_DEPOTS: '1000' } })
  own = await partnerOf(site, partner)
})
afterAll(() => site.close())

/** Each test begins with a partner that has deposited nothing. */
beforeEach(async () => {
  site.now = new Date()
  await clearDeposits(site, own)
})

interface Stored {
  readonly id: string
  readonly statut: string
  readonly modifie_le: string
  readonly nom_original: string
  readonly type_mime: string
  readonly octets: Buffer
}

/** The documents of the partner, the newest first, with what is stored of their files. */
const stored = () =>
  site.sql<Stored & Record<string, unknown>>(
    `select document_kyc.id, document_kyc.statut, date_emission::text, date_expiration::text, nom_original, type_mime,
      to_char(modifie_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modifie_le,
      (select string_agg(octets, ''::bytea order by rang) from contenu_morceau
        where contenu_morceau.contenu_id = fichier.contenu_id) as octets
    from document_kyc join fichier on fichier.id = fichier_id
    where document_kyc.organisation_id = (select organisation_id from partenaire where id = $1)
    order by cree_le desc`,
    [own],
  )
const files = () => site.sql('select id from fichier where depose_le is not null')

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Verifies the newest document as the operator does elsewhere. */
async function verify(body: { statut: string; motif?: string }): Promise<void> {
  const [newest] = await stored()
  site.now = new Date(site.now.getTime() + 1000)
  const version = newest?.modifie_le ?? ''
  const answer = await act(site, operator, `/documents-kyc/${newest?.id}/verification`, { body, version })
  expect(answer.status).toBe(200)
  site.now = new Date(site.now.getTime() + 1000)
}

test('a partner’s day: what is missing is deposited, refused with a motif, and deposited again', async () => {
  const page = await site.openAs(partner, '/')
  await page.locator('.news').getByRole('link', { name: RCCM }).waitFor()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).first().click()
  await page.getByText('6 manquants').waitFor()
  await openForm(page, RCCM)
  await choose(page, pdf())
  await page.getByLabel('Date d’émission').fill(daysAgo(200))
  await button(page, 'Déposer').click()
  // A document that has expired already is told before anything is sent.
  await inForm(page, 'déposez-en un plus récent').waitFor()
  expect(await files()).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Date d’émission').fill(daysAgo(10))
  await button(page, 'Déposer').click()
  await page.getByText(`${RCCM} : déposé, en vérification chez l’opérateur.`).waitFor()
  await card(page, RCCM).getByText('En vérification').waitFor()
  const [first] = await stored()
  expect(first).toMatchObject({
    ...{ statut: 'depose', nom_original: 'Extrait RCCM.pdf', type_mime: 'application/pdf' },
    date_emission: daysAgo(10),
  })
  expect(first?.octets.equals(pdf().buffer)).toBe(true)

  await verify({ statut: 'rejete', motif: 'La signature manque sur la deuxième page.' })
  await page.goto(`${site.address}/`)
  const news = page.locator('.news li').first()
  await news.getByText('Motif : La signature manque sur la deuxième page.').waitFor()
  expect(await news.textContent()).toContain(RCCM)
  await settled(page)
  expect(await violationsOf(page)).toEqual([])
  await news.getByRole('link', { name: 'Déposer de nouveau' }).click()
  await dialogOf(page, RCCM).waitFor()
  // Nothing of the deposit that is done is left.
  expect(await page.getByLabel('Date d’émission').inputValue()).toBe('')
  await choose(page, { ...pdf(3000), name: 'Extrait signé.pdf' })
  await button(page, 'Déposer').click()
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect((await stored()).map(({ statut }) => statut)).toEqual(['depose', 'rejete'])
  await verify({ statut: 'valide' })
  await page.goto(`${site.address}/`)
  await page.locator('.news li', { hasText: RCCM }).getByText('Validé par l’opérateur.').waitFor()

  // A renewal that is refused is news too, although the older document still counts.
  await page.goto(`${site.address}/partenaires/${own}`)
  await openForm(page, RCCM)
  await choose(page, pdf(4000))
  await button(page, 'Déposer').click()
  await page.getByText(`${RCCM} : déposé`).waitFor()
  await verify({ statut: 'a_completer', motif: 'Ajoutez la page 2.' })
  await page.reload()
  await card(page, RCCM).getByText('Dernier dépôt refusé').waitFor()
  await card(page, RCCM).getByRole('link', { name: 'Déposer de nouveau' }).waitFor()
  await page.goto(`${site.address}/`)
  await page.locator('.news li').first().getByText('Motif : Ajoutez la page 2.').waitFor()
  await page.context().close()
})

test('on a phone: a photograph arrives upright and smaller', async () => {
  const settings = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
  const page = await site.openAs(partner, `/partenaires/${own}`, settings)
  await openForm(page, DFE)
  await button(page, 'Prendre une photo').waitFor()
  const taken = await photograph(site.browser)
  await camera(page).setInputFiles({ name: 'IMG_0042.jpeg', mimeType: 'image/jpeg', buffer: taken })
  await page.getByRole('img', { name: 'Le document, tel qu’il sera envoyé' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Déposer').click()
  await card(page, DFE).getByText('En vérification').waitFor()
  const [document] = await stored()
  expect(document).toMatchObject({ nom_original: 'IMG_0042.jpg', type_mime: 'image/jpeg' })
  const sent = document?.octets as Buffer
  expect(sent.length).toBeLessThan(taken.length / 2)
  // Upright by itself, not by a note beside it.
  expect([taken.includes('Exif'), sent.includes('Exif')]).toEqual([true, false])
  expect(await seen(site.browser, sent)).toEqual({ width: 1500, height: 2000, left: 'other', right: 'red' })
  await page.context().close()
})

test('a small photograph arrives without what the camera noted, too', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await openForm(page, DFE)
  const taken = await photograph(site.browser, [40, 30])
  await choose(page, { name: 'petite.jpg', mimeType: 'image/jpeg', buffer: taken })
  await button(page, 'Déposer').click()
  await card(page, DFE).getByText('En vérification').waitFor()
  const [document] = await stored()
  const sent = document?.octets as Buffer
  expect([taken.includes('Exif'), sent.includes('Exif')]).toEqual([true, false])
  expect(await seen(site.browser, sent)).toEqual({ width: 30, height: 40, left: 'other', right: 'red' })
  await page.context().close()
})

test('a photograph whose notes cannot be taken off is not sent', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await page.evaluate('window.createImageBitmap = () => Promise.reject(new TypeError())')
  await openForm(page, DFE)
  const buffer = await photograph(site.browser, [40, 30])
  await picker(page).setInputFiles({ name: 'petite.jpg', mimeType: 'image/jpeg', buffer })
  await inForm(page, 'ne peut pas lire cette photo').waitFor()
  expect(await files()).toEqual([])
  await page.context().close()
})

test('what is being sent is not changed, and may be stopped from its first moment', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await openForm(page, RCCM)
  await choose(page, pdf())
  const issued = page.getByLabel('Date d’émission')
  await issued.fill(daysAgo(30))
  await page.evaluate(`(async () => {
    const press = (words) => [...document.querySelectorAll('dialog button')].find((one) => one.textContent === words)
    press('Déposer').click()
    while (press('Arrêter l’envoi') === undefined) await new Promise((resolve) => setTimeout(resolve))
    press('Arrêter l’envoi').click()
  })()`)
  await inForm(page, 'Envoi arrêté').waitFor()
  expect(await stored()).toEqual([])
  const letGo = await holdBack(page, '**/extension/v1/fichiers')
  await button(page, 'Déposer').click()
  await inForm(page, 'Envoi du fichier').waitFor()
  expect(await issued.isEditable()).toBe(false)
  letGo()
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect(await stored()).toMatchObject([{ date_emission: daysAgo(30) }])
  await page.context().close()
})

test('a network that is cut in the middle of the file: it is sent again from its beginning, and stored once', async () => {
  const network = await openNetwork(Number(new URL(site.address).port))
  const page = await site.openAs(partner, '/')
  await page.goto(`http://127.0.0.1:${network.port}/partenaires/${own}`)
  await page.getByRole('button', { name: partner }).click()
  await openForm(page, RCCM)
  await choose(page, pdf(5_000_000))
  const session = await page.context().newCDPSession(page)
  const speed = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
  await speed(100_000)
  await button(page, 'Déposer').click()
  await inForm(page, /Envoi du fichier : [1-9]/).waitFor()
  network.reset()
  await inForm(page, 'nouvel essai automatique').waitFor()
  expect(await inForm(page, /Envoi du fichier : 0/).count()).toBe(1)
  network.mend()
  await inForm(page, 'l’envoi a repris depuis le début').waitFor()
  // Then its answer is lost: the service has the file, the page does not know it.
  network.cutAfter(0)
  await speed(-1)
  await expect.poll(async () => (await files()).length).toBe(1)
  network.mend()
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect(await files()).toHaveLength(1)
  expect(await stored()).toHaveLength(1)
  await page.context().close()
  await network.close()
})

test('a reload keeps type and dates, and says that the file has to be chosen again; what was sent goes on by itself, once', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await openForm(page, RCCM)
  await choose(page, pdf())
  await page.getByLabel('Date d’émission').fill(daysAgo(3))
  await page.reload()
  await dialogOf(page, RCCM).waitFor()
  expect(await page.getByLabel('Date d’émission').inputValue()).toBe(daysAgo(3))
  await page.getByText('choisissez de nouveau « Extrait RCCM.pdf »').waitFor()
  await button(page, 'Déposer').click()
  await inForm(page, 'Choisissez d’abord un fichier').waitFor()
  // The answer to the document is lost as often as it is asked for.
  await page.route('**/documents-kyc', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    // The page may be gone by then.
    await route.fetch().catch(() => {})
    await route.abort().catch(() => {})
  })
  await choose(page, pdf())
  await button(page, 'Déposer').click()
  await inForm(page, 'nouvel essai automatique').waitFor()
  // The next attempt comes by itself: it is lost as well until the page is gone.
  await page.reload()
  await page.unroute('**/documents-kyc')
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect(await files()).toHaveLength(1)
  expect(await stored()).toHaveLength(1)
  await page.context().close()
})

const refusals = [
  [413, 'corps_trop_grand', { taille_max_octets: 2 ** 20 }, 'Ce fichier est trop lourd : 1 Mo au plus.'],
  [415, 'type_non_accepte', null, 'Choisissez un PDF, ou une photo'],
  [422, 'parametres_invalides', { corps: 'Ces octets ne sont pas ceux d’un PDF.' }, 'ceux d’un PDF'],
  [409, 'limite_atteinte', { maximum: 20 }, 'Dit par le service.'],
  [403, 'acces_refuse', { permission_requise: 'partenaires.documents_deposer' }, 'Dit par le service.'],
  [403, 'double_authentification_requise', null, 'Dit par le service.'],
] as const

test('what stands in the way is told with what to do, and nothing that was chosen is lost', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await openForm(page, RCCM)
  const told = (text: string) =>
    page.getByRole('dialog').getByRole('alert').filter({ hasText: text }).waitFor()
  await picker(page).setInputFiles({ ...pdf(), buffer: Buffer.from('<!doctype html>') })
  await told('Ce fichier n’est ni un PDF ni une photo.')
  await picker(page).setInputFiles({ ...pdf(), buffer: Buffer.alloc(0) })
  await told('Ce fichier est vide.')
  await picker(page).setInputFiles(pdf(11_000_000))
  await told('Ce fichier est trop lourd : 10 Mo au plus.')
  await page.getByLabel('Date d’émission').fill(daysAgo(1))
  for (const [status, code, details, text] of refusals) {
    await choose(page, pdf())
    const body = JSON.stringify({ code, message: 'Dit par le service.', details })
    await page.route('**/extension/v1/fichiers', (route) =>
      route.fulfill({ status, contentType: 'application/json', body }),
    )
    await button(page, 'Déposer').click()
    await told(text)
    await page.unroute('**/extension/v1/fichiers')
    expect(await page.getByLabel('Date d’émission').inputValue()).toBe(daysAgo(1))
  }
  // Those that pass are waited for; the person may stop.
  for (const [status, code, text] of [
    [429, 'trop_de_requetes', 'nouvel essai automatique dans 60 secondes'],
    [
      503,
      'service_indisponible',
      'nouvel essai automatique. Votre demande ne sera prise en compte qu’une fois.',
    ],
  ] as const) {
    await choose(page, pdf())
    const body = JSON.stringify({ code, message: 'Dit par le service.', details: null })
    const headers = { 'retry-after': '60' }
    await page.route('**/extension/v1/fichiers', (route) =>
      route.fulfill({ status, headers, contentType: 'application/json', body }),
    )
    await button(page, 'Déposer').click()
    await inForm(page, text).waitFor()
    await button(page, 'Arrêter l’envoi').click()
    await told('Envoi arrêté. Votre fichier et vos dates sont gardés')
    await page.unroute('**/extension/v1/fichiers')
  }
  await button(page, 'Déposer').click()
  await card(page, RCCM).getByText('En vérification').waitFor()
  expect(await stored()).toHaveLength(1)
  await page.context().close()
})

test('twenty documents that wait are enough: the service says so', async () => {
  const page = await site.openAs(partner, `/partenaires/${own}`)
  await page.getByText('6 manquants').waitFor()
  await site.sql(
    `with deposited as (insert into fichier (id, nom_original, type_mime, taille_octets, statut_scan)
      select gen_random_uuid(), 'a.pdf', 'application/pdf', 1, 'sain' from generate_series(1, 20) returning id)
    insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, (select id from type_document where code = 'partenaire_rib'), deposited.id, 'depose', now(), now()
    from deposited, partenaire where partenaire.id = $1`,
    [own],
  )
  await openForm(page, RCCM)
  await choose(page, pdf())
  await button(page, 'Déposer').click()
  await page.getByRole('alert').getByText('20 documents attendent déjà leur vérification.').waitFor()
  await page.context().close()
})

test('a file that is dragged onto a card opens its form; the operator deposits for a partner; who may not sees no way to it', async () => {
  const page = await site.openAs(operator, `/partenaires/${own}`)
  const offer = card(page, DFE).locator('.offer')
  await offer.waitFor()
  const dragged = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.7 tiré'], 'DFE.pdf', { type: 'application/pdf' }))
    return data
  })()`)
  await offer.dispatchEvent('drop', { dataTransfer: dragged })
  await dialogOf(page, DFE).getByText('DFE.pdf').waitFor()
  await button(page, 'Déposer').click()
  await page.getByText(`${DFE} : déposé`).waitFor()
  expect(await stored()).toHaveLength(1)
  await page.context().close()

  const other = await site.openAs(VERIFIER, `/partenaires/${own}`)
  await card(other, DFE).waitFor()
  expect(await other.locator('.offer').count()).toBe(0)
  await other.context().close()
  expect(site.complaints).toEqual([])
})
