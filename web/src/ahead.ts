import type { DocumentKyc, Fetch, Moi, Page, Partenaire } from 'antenne-client'
import { addresses } from './addresses.ts'
import { askedIn, askedOfQueue, clientFilters, queueNames } from './asked.ts'
import { decides, readsFigures, readsOwnFile } from './session/rights.ts'

/** A question that was asked before the page was there to ask it. */
interface Asked {
  readonly answer: Promise<Response>
  readonly at: number
  readonly given: AbortController
}

const asked = new Map<string, Asked>()

/** An answer is new for so long, in milliseconds. */
export const NEW = 30_000

/**
 * Asks who it is, and what the screen asks first, while the scripts of the page are still on their way. What many may
 * not read waits for who it is; whether the others may is for the service to say. What fails is asked again by the page.
 */
export async function askAhead(token: string): Promise<void> {
  const ask = <Body>(url: string) => askOne<Body>(url, token)
  const { pathname, search } = location
  const person = ask<Moi>('/api/v1/moi')
  if (pathname === addresses.clients) {
    const { values, page, taille } = askedIn(search, clientFilters)
    ask(`/api/v1/clients${queryOf({ ...values, page, taille })}`).catch(() => {})
  }
  const me = await person
  if (pathname === addresses.reservations) {
    const { values, page, taille } = askedIn(search, queueNames)
    const { asked } = askedOfQueue(values, decides(me))
    await ask(`/extension/v1/reservations${queryOf({ ...asked, page, taille })}`)
  }
  if (pathname === addresses.home && readsFigures(me)) ask('/extension/v1/tableau-de-bord').catch(() => {})
  if (pathname === addresses.home && readsOwnFile(me)) {
    const [own] = (await ask<Page<Partenaire>>(`/api/v1/partenaires${queryOf({ taille: 1 })}`)).donnees
    if (own !== undefined) await ask<Page<DocumentKyc>>(`/api/v1/partenaires/${own.id}/documents-kyc`)
  }
}

/** The answer is kept for the page, and read. */
async function askOne<Body>(url: string, token: string): Promise<Body> {
  const given = new AbortController()
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const answer = fetch(url, { headers, signal: given.signal })
  asked.set(url, { answer, at: Date.now(), given })
  const response = await answer
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.clone().json()
}

/** As the client writes it. */
const queryOf = (query: Readonly<Record<string, string | number>>): string =>
  `?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

/** The same `fetch`: what was asked ahead is taken, once, while it is new. */
export const withAhead =
  (ask: Fetch): Fetch =>
  (url, init) => {
    const ahead = init.method === 'GET' ? asked.get(url) : undefined
    asked.delete(url)
    if (ahead === undefined || Date.now() - ahead.at > NEW) return ask(url, init)
    init.signal.addEventListener('abort', () => ahead.given.abort())
    return ahead.answer
  }
