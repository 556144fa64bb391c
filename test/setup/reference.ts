import type { Browser, Page } from 'playwright-core'

/** The reference in a window of its own, with what its console and its requests tell. */
export async function openReference(browser: Browser, address: string) {
  const context = await browser.newContext({ locale: 'fr-FR' })
  const page = await context.newPage()
  page.setDefaultTimeout(300_000)
  const complaints: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${address}/reference`)
  await page.getByRole('heading', { name: 'Compte utilisé' }).waitFor()
  return { page, context, complaints, asked }
}

/** The form that tries an operation. */
export const formOf = (page: Page, id: string) =>
  page.getByRole('form', { name: `Essayer ${id}`, exact: true })
