import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { act } from './acting.ts'
import { type Site, settled } from './page.ts'
import { partnerOf } from './partner-of.ts'
import { competitor, operator, partner } from './people.ts'
import { prospects } from './prospects.ts'

/** A reservation as an action answers it. */
export interface Shown {
  readonly id: string
  readonly client_id: string
  readonly modifie_le: string
  readonly cree_le: string
  readonly statut: string
}

/** Requests to decide, and what became of them. */
export interface Queue {
  /** New pending requests of the partner's, the oldest first. They are the newest of all. */
  pending(count: number): Promise<Shown[]>
  /** A request of that person's partner, or of the partner of that id. */
  request(client_id: string, of: string): Promise<Shown>
  /** Decides as the operator, or that person, does elsewhere. */
  decide(row: Shown, decision: 'validee' | 'refusee', who?: string): Promise<void>
  now(row: Shown): Promise<{ statut: string; motif_decision: string | null } | undefined>
  /** How often its client was given to a partner. */
  validations(row: Shown): Promise<number>
  nameOf(row: Shown): Promise<string>
  /** The list, the newest first, with this request open. */
  open(who: string, row: Shown, settings?: object): Promise<Page>
}

export async function openQueue(site: Site): Promise<Queue> {
  site.now = new Date()
  const partners: Record<string, string> = {}
  for (const email of [partner, competitor]) partners[email] = await partnerOf(site, email)
  const request: Queue['request'] = async (client_id, of) => {
    const body = { client_id, partenaire_id: partners[of] ?? of }
    const answer = await act(site, operator, '/reservations', { body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  return {
    request,
    async pending(count) {
      const made: Shown[] = []
      for (const client_id of await prospects(site, count)) {
        site.now = new Date(Math.max(site.now.getTime(), Date.now()) + 1000)
        made.push(await request(client_id, partner))
      }
      return made
    },
    async decide({ id, modifie_le }, decision, who = operator) {
      const body = { decision, ...(decision === 'refusee' ? { motif: 'Ailleurs.' } : {}) }
      const answer = await act(site, who, `/reservations/${id}/decision`, { body, version: modifie_le })
      expect(answer.status).toBe(200)
    },
    now: async ({ id }) =>
      (await site.sql('select statut, motif_decision from reservation where id = $1', [id]))[0] as never,
    async validations({ client_id }) {
      const moves = `select distinct mouvement from journal where client_id = $1 and geste = 'validation'`
      return (await site.sql(moves, [client_id])).length
    },
    nameOf: async ({ client_id }) =>
      (
        await site.sql<{ nom: string }>('select raison_sociale as nom from client where id = $1', [client_id])
      )[0]?.nom ?? '',
    async open(who, row, settings = {}) {
      const page = await site.openAs(who, `/reservations?tri=recentes&ouverte=${row.id}`, settings)
      await page.locator('.panel').waitFor()
      await settled(page)
      return page
    },
  }
}

/** Waits until that request is open, and has the focus. */
export async function opened(page: Page, { id }: Shown): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get('ouverte') === id)
  await page.locator('.panel:focus').waitFor()
}

/** Waits until a key that confirmed one decision means the next request. */
export const unhurried = (page: Page) => page.waitForTimeout(400)

/** Waits until the page says what happened. */
export const told = (page: Page, text: RegExp) => page.locator('.outcome', { hasText: text }).waitFor()

/** A button of what is open. */
export const panelButton = (page: Page, name: string | RegExp) =>
  page.locator('.panel').getByRole('button', { name })

/**
 * Presses v on and on until the page is so, and some more. The presses are 60 ms apart, however late a slow page gets
 * them.
 */
export const pressOn = (page: Page, until: string) =>
  page.evaluate(`new Promise((resolve) => {
    let [at, more] = [performance.now(), 10]
    const press = () => {
      const event = new KeyboardEvent('keydown', { key: 'v', bubbles: true, cancelable: true })
      at += 60
      Object.defineProperty(event, 'timeStamp', { value: at })
      document.activeElement.dispatchEvent(event)
      if (more < 10 || (${until})) more -= 1
      if (more === 0) resolve()
      else setTimeout(press, 60)
    }
    press()
  })`)

/** In the page: that request is open, and has the focus. */
export const isOpen = ({ id }: Shown) =>
  `document.querySelector('.panel:focus') !== null && location.search.includes('ouverte=${id}')`
