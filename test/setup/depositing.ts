import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Removes all documents of a partner, and all files that anybody has deposited. */
export async function clearDeposits({ sql }: Pick<World, 'sql'>, partner: string): Promise<void> {
  await sql(
    'delete from document_kyc where organisation_id = (select organisation_id from partenaire where id = $1)',
    [partner],
  )
  await sql('delete from fichier where depose_le is not null')
}

/** A file that looks like a PDF. */
export const pdf = (bytes = 2000) => ({
  name: 'Extrait RCCM.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'x')]),
})

export const card = (page: Page, type: string) => page.locator('.kyc > li').filter({ hasText: type })
export const dialogOf = (page: Page, type: string) => page.getByRole('dialog', { name: `Déposer : ${type}` })
export const picker = (page: Page) => page.locator('dialog input[type=file]:not([capture])')
export const camera = (page: Page) => page.locator('dialog input[capture]')
export const inForm = (page: Page, text: string | RegExp) => page.getByRole('dialog').getByText(text)
export const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

/** Chooses a file, and waits until it is ready to be sent. */
export async function choose(page: Page, file: ReturnType<typeof pdf>): Promise<void> {
  await picker(page).setInputFiles(file)
  await page.locator('dialog figure').getByText(file.name).waitFor()
  await page.locator('dialog [type=submit][aria-disabled=false]').waitFor()
}

/** Opens the form of a type from its card. */
export async function openForm(page: Page, type: string): Promise<void> {
  await card(page, type).getByRole('link', { name: type }).click()
  await dialogOf(page, type).waitFor()
}
