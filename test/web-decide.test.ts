import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { expireDocuments } from '../src/actions/expire.ts'
import { withWriter } from '../src/database/writer.ts'
import { violationsOf } from './setup/axe.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { holdBack, openSite, type Site, settled } from './setup/page.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import {
  isOpen,
  opened,
  openQueue,
  panelButton,
  pressOn,
  type Queue,
  type Shown,
  told,
  unhurried,
} from './setup/queue.ts'

const READER = 'jean-baptiste.kouassi@antenne.example'

let site: Site
let queue: Queue
beforeAll(async () => {
  site = await openSite()
  queue = await openQueue(site)
})
afterAll(() => site.close())

test('by keyboard: ↓ and ↑ walk, v and v validate, the next one opens; r refuses with a motif', async () => {
  const [older, middle, newer] = (await queue.pending(3)) as [Shown, Shown, Shown]
  const page = await queue.open(operator, newer)
  await page.keyboard.press('ArrowDown')
  await opened(page, middle)
  await page.keyboard.press('ArrowUp')
  await opened(page, newer)

  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'Valider la réservation' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.panel').waitFor()
  expect((await queue.now(newer))?.statut).toBe('demandee')

  await page.keyboard.press('v')
  await dialog.waitFor()
  await page.keyboard.press('v')
  await told(page, /demande validée/)
  expect((await queue.now(newer))?.statut).toBe('validee')
  await opened(page, middle)

  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Refuser la réservation' }).waitFor()
  await page.keyboard.press('Control+Enter')
  expect((await queue.now(middle))?.statut).toBe('demandee')
  // What is typed is the motif, and presses no button.
  const motif = page.getByRole('dialog').getByLabel(/^Motif \(/)
  await page.keyboard.type('Vu avec lui.')
  expect(await motif.inputValue()).toBe('Vu avec lui.')
  await page.getByRole('button', { name: 'Ce client n’est pas dans votre zone.' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Voyez Lagune Connect.')
  await page.keyboard.press('Control+Enter')
  await told(page, /demande refusée/)
  expect(await queue.now(middle)).toEqual({
    statut: 'refusee',
    motif_decision: 'Ce client n’est pas dans votre zone. Voyez Lagune Connect.',
  })
  expect((await queue.now(older))?.statut).toBe('demandee')
  await opened(page, older)
  await page.context().close()
})

test('after the last row of a page comes the one that follows in the list, with its filters', async () => {
  await queue.pending(22)
  const list = `/reservations?partenaire_id=${await partnerOf(site, partner)}&tri=recentes`
  const asked = `/extension/v1${list.replace('?', '?en_attente=true&')}&taille=21`
  const { donnees } = (await site.get(operator, asked)).body
  const [last, following] = donnees.slice(-2)
  const page = await site.openAs(operator, `${list}&ouverte=${last.id}`)
  await opened(page, last)
  await settled(page)
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await opened(page, following)
  await page.context().close()
})

test('Escape closes what is on top, and nothing that was typed is lost', async () => {
  const [older, row] = (await queue.pending(2)) as [Shown, Shown]
  const page = await queue.open(operator, row)
  const panel = page.locator('.panel')
  const motif = page.getByRole('dialog').getByLabel(/^Motif \(/)
  await page.keyboard.press('r')
  await motif.fill('Hors de vos zones.')
  // Held down, it closes one thing.
  await page.keyboard.down('Escape')
  await page.keyboard.down('Escape')
  await page.keyboard.up('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await panel.count()).toBe(1)
  await page.keyboard.press('r')
  expect(await motif.inputValue()).toBe('Hors de vos zones.')
  await page.keyboard.press('Escape')
  await page.locator('.account-menu > button').click()
  await page.locator('#account:popover-open').waitFor()
  await panel.focus()
  await page.keyboard.press('Escape')
  await page.locator('#account:popover-open').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Escape')
  expect(await panel.count()).toBe(1)
  // From anywhere else it closes the reservation.
  await page.locator(`.row-link[href*="${older.id}"]`).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.context().close()
})

test('two tabs: who comes second is told by whom and when, and goes on', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const [first, second] = [await queue.open(operator, row), await queue.open(operator, row)]
  for (const page of [first, second]) {
    await page.keyboard.press('v')
    await page.getByRole('dialog').waitFor()
  }
  await first.keyboard.press('Enter')
  await told(first, /demande validée/)
  await second.keyboard.press('Enter')
  await told(second, /demande déjà validée par vous, le \d\d\/\d\d\/\d{4} à \d\d:\d\d/)
  await second.waitForURL((url) => url.searchParams.get('ouverte') !== row.id)
  expect(await queue.validations(row)).toBe(1)
  await first.context().close()
  await second.context().close()
})

test('arrows open the next request whatever text is selected, and a change that was refused is read before one goes on', async () => {
  const [next, row] = (await queue.pending(2)) as [Shown, Shown]
  const page = await queue.open(operator, row)
  await page.locator('.panel h2').first().selectText()
  await page.keyboard.press('ArrowDown')
  await opened(page, next)
  site.now = new Date(site.now.getTime() + 1000)
  await page.keyboard.press('v')
  await queue.request(next.client_id, competitor)
  const letGo = await holdBack(page, '**/extension/v1/reservations?*')
  const answered = page.waitForResponse('**/decision')
  await page.keyboard.press('v')
  expect((await answered).status()).toBe(412)
  await unhurried(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Validation en cours…' }).waitFor()
  letGo()
  await told(page, /a changé entre-temps/)
  await page.context().close()
})

test('who validates is told from whom the client is taken', async () => {
  const [client_id = ''] = await prospects(site, 1)
  await site.sql(`update client set statut = 'actif', partenaire_actuel_id = $2 where id = $1`, [
    client_id,
    await partnerOf(site, competitor),
  ])
  const page = await queue.open(operator, await queue.request(client_id, partner))
  await page.keyboard.press('v')
  const warning = page.getByRole('dialog').locator('.banner', { hasText: 'géré par' })
  await warning.waitFor()
  expect(await warning.textContent()).toBe(
    'Ce client (actif) est géré par Lagune Connect : il lui sera retiré et redeviendra « Réservé ».',
  )
  await page.getByRole('dialog', { description: /est géré par Lagune Connect/ }).waitFor()
  await page.context().close()
})

test('on a phone a likely duplicate fits, tells first what is the same, and is told again before it is validated', async () => {
  const [client_id = '', close = ''] = await prospects(site, 2)
  await site.sql(
    `update client set rccm = 'CI-ABJ-2031-B-54321', telephone = '+2250712345678',
      raison_sociale = case id when $1 then 'Scierie du Bandama' else 'Quincaillerie Moderne de Cocody' end
    where id = any ($2::uuid[])`,
    [client_id, [client_id, close]],
  )
  const request = await queue.request(client_id, partner)
  const page = await queue.open(operator, request, { viewport: { width: 390, height: 800 } })
  const head = page.locator('.comparison > header')
  await head.waitFor()
  expect(await head.innerText()).toMatch(/Même RCCM\s+Même téléphone\s+Nom : \d+\s% de ressemblance/)
  expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(390)
  await page.keyboard.press('v')
  await page
    .getByRole('dialog')
    .getByText(
      /^Doublon potentiel : ressemble à Quincaillerie Moderne de Cocody \(même RCCM, même téléphone, nom : \d/,
    )
    .waitFor()
  await page.context().close()
  const list = await site.openAs(operator, '/reservations?tri=recentes')
  await list.getByRole('checkbox', { name: 'Sélectionner la demande pour Scierie du Bandama' }).check()
  await list.keyboard.press('v')
  await list.locator('.asked li', { hasText: 'Scierie du Bandama' }).getByText('Doublon potentiel').waitFor()
  await list.context().close()
})

test('who presses v on and on validates one request', async () => {
  const [next, row] = (await queue.pending(2)) as [Shown, Shown]
  const page = await queue.open(operator, row)
  await page.keyboard.press('v')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, isOpen(next))
  await told(page, /demande validée/)
  expect([(await queue.now(row))?.statut, (await queue.now(next))?.statut]).toEqual(['validee', 'demandee'])
  expect(await page.getByRole('dialog').count()).toBe(0)
  await opened(page, next)
  await unhurried(page)
  await page.keyboard.press('v')
  await page.getByRole('dialog').waitFor()
  await page.context().close()
})

test('the network is cut during a decision, and comes back: it is decided once', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await queue.open(operator, row)
  const keys: (string | undefined)[] = []
  await page.route('**/extension/v1/**/decision', async (route) => {
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
  await told(page, /demande validée/)
  expect([keys.length, new Set(keys).size, await queue.validations(row)]).toEqual([3, 1, 1])
  await page.context().close()
})

test('without a network decisions wait: each is shown as being sent, none comes back as the next', async () => {
  const rows = (await queue.pending(3)) as [Shown, Shown, Shown]
  const newer = rows[2]
  const page = await queue.open(operator, newer)
  await page.context().setOffline(true)
  const decided: string[] = []
  for (const _ of rows) {
    const id = new URL(page.url()).searchParams.get('ouverte') ?? ''
    decided.push(id)
    await page.keyboard.press('v')
    await page.keyboard.press('v')
    await page.waitForURL((url) => url.searchParams.get('ouverte') !== id)
    await page.locator('.panel:focus').waitFor()
    await unhurried(page)
  }
  expect(new Set([...decided, new URL(page.url()).searchParams.get('ouverte')]).size).toBe(4)
  const first = page.locator('tbody tr', { has: page.locator(`[href*="${newer.id}"]`) })
  await first.getByText('En cours d’envoi').waitFor()
  expect(await first.getByRole('checkbox').count()).toBe(0)
  await first.getByRole('link').click()
  await page.locator('.panel').getByText('Votre validation est en cours d’envoi').waitFor()
  expect(await panelButton(page, /^Valider/).count()).toBe(0)
  await page.keyboard.press('v')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().setOffline(false)
  for (const id of decided)
    await expect.poll(async () => (await queue.now({ ...newer, id }))?.statut).toBe('validee')
  await page.locator('.panel-head').getByText('Validée').waitFor()
  await page.context().close()
})

test('a refusal that the service turns down later is taken up again with its motif', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await queue.open(operator, row)
  await page.context().setOffline(true)
  await page.keyboard.press('r')
  const motif = page.getByRole('dialog').getByLabel(/^Motif \(/)
  await motif.fill('Ce client nous a écrit lui-même.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: '1 envoi en attente' }).waitFor()
  // Meanwhile the request has changed: what was seen is no longer what would be decided.
  await site.sql(`update reservation set modifie_le = modifie_le + interval '1 second' where id = $1`, [
    row.id,
  ])
  await page.context().setOffline(false)
  await told(page, / : l’envoi n’a pas abouti\. Voir vos envois/)
  await page.getByRole('link', { name: '1 envoi à reprendre' }).click()
  await page.getByRole('button', { name: /^Reprendre/ }).click()
  await opened(page, row)
  await page.keyboard.press('r')
  expect(await motif.inputValue()).toBe('Ce client nous a écrit lui-même.')
  await page.keyboard.press('Control+Enter')
  await told(page, /demande refusée/)
  expect(await queue.now(row)).toMatchObject({ motif_decision: 'Ce client nous a écrit lui-même.' })
  await page.context().close()
})

test('who signs out while a decision is being sent is asked first', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await queue.open(operator, row)
  const release = await holdBack(page, '**/extension/v1/**/decision')
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Continuer sans attendre' }).click()
  await page.locator('.account-menu > button').click()
  await page.getByRole('button', { name: 'Changer de compte' }).click()
  const question = page.getByRole('dialog', { name: 'Des envois attendent encore' })
  await question.getByText('1 envoi :').waitFor()
  await question.getByRole('button', { name: 'Revenir' }).click()
  release()
  await told(page, /demande validée/)
  await page.context().close()
})

test('a partner cancels its own request, and decides nothing', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  const page = await queue.open(partner, row)
  await panelButton(page, 'Annuler la demande').click()
  const motif = page.getByRole('dialog').getByLabel(/^Motif \(/)
  await motif.fill('Le client a changé d’avis.')
  expect(await page.getByRole('dialog').locator('label').innerText()).toBe('Motif (communiqué à l’opérateur)')
  await page.reload()
  await panelButton(page, 'Annuler la demande').click()
  // What was typed is still there.
  await page.getByRole('button', { name: 'Confirmer l’annulation' }).click()
  await told(page, /demande annulée/)
  expect(await queue.now(row)).toEqual({ statut: 'annulee', motif_decision: 'Le client a changé d’avis.' })
  await page.goto(`${site.address}/reservations?ouverte=${(await queue.pending(1))[0]?.id}`)
  await panelButton(page, 'Annuler la demande').waitFor()
  expect(await page.locator('.decision button').count()).toBe(1)
  await page.keyboard.press('v')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().close()
})

test('who cancels is given usual reasons in their own words', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  for (const [who, usual] of [
    [partner, 'Nous ne suivons plus ce client.'],
    [operator, 'Vous nous avez demandé de la retirer.'],
  ] as const) {
    const page = await queue.open(who, row)
    await panelButton(page, 'Annuler la demande').click()
    await page.getByRole('button', { name: usual }).click()
    expect(
      await page
        .getByRole('dialog')
        .getByLabel(/^Motif \(/)
        .inputValue(),
    ).toBe(usual)
    await page.context().close()
  }
})

test('who may not decide sees no button; nor does anybody on what is decided', async () => {
  const [row] = (await queue.pending(1)) as [Shown]
  await site.sql(
    `delete from role_permission where permission = 'clients.reservation_valider'
      and role_id = (select id from role where code = 'operateur_validateur')`,
  )
  const page = await queue.open(READER, row)
  expect(await page.locator('.decision').count()).toBe(0)
  await page.keyboard.press('v')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().close()
  await queue.decide(row, 'validee')
  const after = await site.openAs(operator, `/reservations?statut=demandee&ouverte=${row.id}`)
  await after.locator('.panel-head').getByText('Validée').waitFor()
  expect(await after.locator('.decision').count()).toBe(0)
  await after.context().close()
})

test.each([1280, 390])('no violation with a dialog open, %i px wide', async (width) => {
  const [row] = (await queue.pending(1)) as [Shown]
  await queue.request(row.client_id, competitor)
  const page = await queue.open(operator, row, { colorScheme: 'light', viewport: { width, height: 800 } })
  const look = async (name: string) => {
    expect([name, await violationsOf(page)]).toEqual([name, []])
  }
  await page.locator('.rivals').waitFor()
  await settled(page)
  await look('open')
  await panelButton(page, /^Valider/).click()
  await page
    .getByRole('dialog')
    .getByText(/sera refusée/)
    .waitFor()
  await look('validate')
  await page.keyboard.press('Escape')
  await panelButton(page, /^Refuser/).click()
  await page.getByRole('dialog').waitFor()
  await look('refuse')
  await page.getByRole('button', { name: 'Ce client n’est pas dans votre zone.' }).click()
  await page.getByRole('button', { name: 'Confirmer le refus' }).click()
  await told(page, /demande refusée/)
  await settled(page)
  await look('told')
  await page.context().close()
})

test('nothing was complained about', () => expect(site.complaints).toEqual([]))

test('a history says what became of this request, and of this document', async () => {
  const [client_id = ''] = await prospects(site, 1)
  const first = await queue.request(client_id, partner)
  const second = await queue.request(client_id, competitor)
  await queue.decide(second, 'validee')
  const titles = (page: Page) => page.locator('.history strong').allTextContents()
  const page = await queue.open(operator, first)
  await expect
    .poll(() => titles(page))
    .toEqual(['Réservation refusée', 'Conflit avec une autre demande', 'Demande de réservation'])
  await page.goto(`${site.address}/reservations?tri=recentes&ouverte=${second.id}`)
  await expect.poll(() => titles(page)).toEqual(['Réservation validée', 'Demande de réservation'])
  const [winner] = await site.sql<{ nom: string }>(
    'select raison_sociale as nom from partenaire where id = $1',
    [await partnerOf(site, competitor)],
  )
  await page.goto(`${site.address}/clients/${client_id}`)
  await page
    .locator('.history li', { hasText: `Client, partenaire : ${winner?.nom}` })
    .first()
    .waitFor()
  expect(await page.locator('.history').innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|non communiqué/)
  const late = new Date(Date.now() + 400 * 24 * 3600 * 1000)
  const swept = await withWriter(site.connection, (writer) => expireDocuments(writer, late, null))
  await page.goto(`${site.address}/documents/${swept[0]?.id}`)
  await expect.poll(() => titles(page)).toContain('Expiration du document')
  await page.context().close()
})
