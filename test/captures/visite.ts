import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { openSite, type Site } from '../setup/page.ts'
import { walkTour } from '../setup/tour.ts'
import { walkDocumentsTour } from '../setup/tour-documents.ts'

const folder = process.env.CAPTURES ?? join(import.meta.dirname, '../../docs/captures')

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test.each([walkTour, walkDocumentsTour])('the tours of README.md: %o', async (walk) => {
  await walk(
    site,
    async (page, scene) => {
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `visite-${scene}.png`) })
    },
    { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  )
})
