import type { RequestListener, Server } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { copied } from './setup/device.ts'
import { openSite, type Site } from './setup/page.ts'
import { partner } from './setup/people.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The page as a partner sees it, without these waits. */
async function impatient(context: BrowserContext, ...waits: number[]): Promise<Page> {
  context.setDefaultTimeout(300_000)
  await context.addInitScript(`
    sessionStorage.setItem('compte', '${partner}')
    const later = setTimeout
    window.setTimeout = (run, time, ...given) => later(run, ${JSON.stringify(waits)}.includes(time) ? 0 : time, ...given)`)
  const page = await context.newPage()
  await page.goto(`${site.address}/clients`)
  return page
}

/** Refuses the first request for an address that begins so, of each; those that were not asked for yet are returned. */
function refuseOnce(server: Server, ...addresses: string[]): string[] {
  const [answer] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request, response) => {
    const place = addresses.findIndex((address) => request.url?.startsWith(address))
    if (place === -1) return answer?.(request, response)
    addresses.splice(place, 1)
    response.writeHead(503).end()
  })
  return addresses
}

test('files of the page that could not all be fetched are fetched again', async () => {
  // The second is a file that nothing else asks for: the demonstration has no provider.
  const wanted = refuseOnce(site.server.server, '/service-worker.js', '/assets/openid-')
  const context = await site.browser.newContext()
  const page = await impatient(context, 10_000, 20_000)
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  expect(wanted).toEqual([])
  await context.close()
})

/** A page whose files are on the device, and a new version, one file of which is refused once. */
async function released(version: string) {
  const context = await site.browser.newContext()
  const page = await impatient(context, 10_000, 20_000)
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await release(version)
  return { context, page, wanted: refuseOnce(site.server.server, '/assets/openid-') }
}

test('files of a new version that could not all be fetched are fetched again', async () => {
  const { context, page, wanted } = await released('neuf')
  await page.reload()
  await expect
    .poll(() => page.evaluate(NAMES_STORED))
    .toContainEqual(expect.stringMatching(/openid-.*\?neuf$/))
  expect(wanted).toEqual([])
  await context.close()
})

test('files of a new version that the browser could not fetch by itself, before the page looked, are fetched again', async () => {
  const { context, page, wanted } = await released('plus-neuf')
  // The page begins to look once it is told to.
  await context.addInitScript(`
    const later = setTimeout
    window.setTimeout = (run, time, ...given) => time === 1500 ? void (window.look = run) : later(run, time, ...given)`)
  await page.reload()
  await expect.poll(() => page.evaluate('window.look !== undefined')).toBe(true)
  await expect.poll(() => wanted).toEqual([])
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.ready.then(({ installing }) => installing === null)'))
    .toBe(true)
  await page.evaluate('window.look()')
  await expect
    .poll(() => page.evaluate(NAMES_STORED))
    .toContainEqual(expect.stringMatching(/openid-.*\?plus-neuf$/))
  await context.close()
})

/** From now on a new version is served, of which one file has another address. */
async function release(version: string): Promise<void> {
  const { body, headers } = await site.server.inject('/service-worker.js')
  const script = body.replace(/assets\/openid-[\w-]+\.js/, `$&?${version}`)
  const { server } = site.server
  const [answer] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request, response) => {
    if (request.url !== '/service-worker.js') return answer?.(request, response)
    response.writeHead(200, { 'content-type': headers['content-type'] }).end(script)
  })
}

/** The addresses of all files that the device keeps. */
const NAMES_STORED = `caches.keys().then(async (names) => {
  const stores = await Promise.all(names.map((name) => caches.open(name)))
  const requests = await Promise.all(stores.map((store) => store.keys()))
  return requests.flat().map(({ url }) => url)
})`

test('a copy that the service could not give at first is asked for again soon', async () => {
  const context = await site.browser.newContext()
  const { utilisateur } = (await site.get(partner, '/api/v1/moi')).body
  // Twice, and as often again as each question is repeated.
  let refusals = 6
  await context.route('**/extension/v1/changements*', (route) => {
    if (refusals === 0) return route.fallback()
    refusals -= 1
    return route.fulfill({ status: 503 })
  })
  const page = await impatient(context, 30_000, 60_000)
  await copied(page, utilisateur.id)
  expect(refusals).toBe(0)
  await context.close()
})
