import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { openWorld, type World, type WorldOptions } from './world.ts'

/** A service that listens, and a browser with the windows that look at it. */
export interface Site extends World {
  readonly address: string
  readonly browser: Browser
  /**
   * A new window, with nothing remembered, on an address of the page. Faults in its scripts and its policy are noted.
   */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same, signed in as that demonstration account. */
  openAs(email: string, path: string, options?: BrowserContextOptions): Promise<Page>
  /** What windows complained about, refusals of the service left out. */
  readonly complaints: string[]
}

/** `TEST_SLOW_PAGE=1`: what a test asks a screen before the screen can know it, it asks in vain. */
const SLOW = process.env.TEST_SLOW_PAGE === '1'

/** Scripts take eight times as long, and answers come late, in any order. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.route(/\/(api|extension)\/v1\//, async (route) => {
    await setTimeout(Math.random() * 800)
    await route.fallback()
  })
}

/** Where one may look at a service: it is there until it is closed. */
export async function openSite({
  port = 0,
  ...options
}: WorldOptions & { readonly port?: number } = {}): Promise<Site> {
  const browser = await openBrowser()
  const world = await openWorld({ accounts: true, ...options })
  const address = await world.server.listen({ port, host: '127.0.0.1' })
  const complaints: string[] = []
  const open: Site['open'] = async (path, settings) => {
    const context = await browser.newContext({
      ...{ locale: 'fr-FR', timezoneId: 'Africa/Abidjan' },
      // Files that a worker stored would not pass through what a test puts in their way.
      serviceWorkers: 'block',
      ...settings,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(SLOW ? 60_000 : 300_000)
    if (SLOW) await slowDown(page)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      // The browser itself writes down every answer that is no success: those are meant.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text())
      }
    })
    await page.goto(address + path)
    return page
  }
  const { close } = world
  return Object.assign(world, {
    address,
    browser,
    async close() {
      await browser.close()
      await close()
    },
    complaints,
    open,
    async openAs(email: string, path: string, settings?: BrowserContextOptions) {
      // As after a reload: the window remembers who has signed in.
      const page = await open('/favicon.svg', settings)
      await page.evaluate(
        `sessionStorage.setItem('compte', ${JSON.stringify(email)}); location.replace(${JSON.stringify(path)})`,
      )
      await page.locator('.account-menu').waitFor()
      return page
    },
  })
}

/** Keeps requests of a page to that address back; what it returns lets them go. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const told = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await told
    await route.continue()
  })
  return letGo
}

/** Waits until a screen shows what it was opened for. */
export async function settled(page: Page): Promise<void> {
  await page.locator('#contenu h1').waitFor()
  await page.locator('.skeleton, .skeleton-lines, [aria-busy=true]').first().waitFor({ state: 'detached' })
}
