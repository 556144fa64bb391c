import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Of axe's rules those that judge colours: the only ones for which it matters whether a page is light or dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe-core finds against WCAG 2.2 AA and its own good practice, in light and in dark. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The page's policy lets no script in: the browser puts it there itself.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const found = (options: object) =>
    page.evaluate<string[]>(`axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        id + ': ' + target.join(' ') + ' ' + failureSummary)))`)
  const light = await found({})
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await found({ runOnly: COLOURS })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((one) => `in dark: ${one}`)]
}
