import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openSite, type Site, settled } from '../setup/page.ts'
import { operator, partner } from '../setup/people.ts'

/** 400 kbit/s each way, and 400 ms to and fro. */
const WEAK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const ROUNDS = Number(process.env.ROUNDS ?? 5)

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(async () => {
  await site.close()
  process.stdout.write(
    `| | cold: content | all | warm: content | all |\n|---|---:|---:|---:|---:|\n${lines.join('')}`,
  )
})

const lines: string[] = []

/** How many seconds after the address was entered there is content, and all of it. */
interface Start {
  readonly content: number
  readonly all: number
}

async function start(context: BrowserContext, account: string, path: string): Promise<Start> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  // As after a reload: which account it is, is known.
  await page.addInitScript(`sessionStorage.setItem('compte', '${account}')`)
  await weaken(page)
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  await page.goto(site.address + path, { waitUntil: 'commit' })
  await page.locator('.row-link, .tiles').first().waitFor()
  const content = since()
  await settled(page)
  const all = since()
  await page.waitForLoadState('networkidle')
  await page.close()
  return { content, all }
}

async function weaken(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', WEAK)
}

/** A browser that was used before: files of the page and the last answers are on the device. */
async function used(account: string, path: string): Promise<BrowserContext> {
  const page = await site.openAs(account, path, { serviceWorkers: 'allow' })
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready')
  await page.waitForLoadState('networkidle')
  // Answers are written to the device a second after they came.
  await page.waitForTimeout(2000)
  await page.close()
  return page.context()
}

const median = (values: readonly number[]): string =>
  (values.toSorted((one, other) => one - other)[values.length >> 1] as number).toFixed(1)

test.each([
  ['operator', '/', operator],
  ['operator', '/reservations', operator],
  ['operator', '/clients', operator],
  ['partner', '/', partner],
  ['partner', '/clients', partner],
])('%s %s', async (who, path, account) => {
  const cold: Start[] = []
  const warm: Start[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [starts, context] of [
      [cold, await site.browser.newContext({ locale: 'fr-FR' })],
      [warm, await used(account, path)],
    ] as const) {
      starts.push(await start(context, account, path))
      await context.close()
    }
  const cells = [cold, warm].flatMap((starts) => [
    median(starts.map(({ content }) => content)),
    median(starts.map(({ all }) => all)),
  ])
  lines.push(`| ${who}, \`${path}\` | ${cells.map((cell) => `${cell} s`).join(' | ')} |\n`)
})
