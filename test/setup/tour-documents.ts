import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Site, settled } from './page.ts'

/** The people and the document of the second tour in README.md. */
export const documentsTour = {
  manager: 'fatou.coulibaly@savane-telecom.example',
  verifier: 'mariam.traore@antenne.example',
  type: "Relevé d'identité bancaire",
  motif: 'Le document est illisible : déposez une copie plus nette.',
} as const

/** What the partner deposited the first time, as a phone would take it again. */
async function picture(site: Site): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [found] = await site.sql<{ octets: Buffer }>(
    `select string_agg(octets, ''::bytea order by rang) as octets from contenu_morceau where contenu_id = (
      select contenu_id from fichier join document_kyc on fichier_id = fichier.id
        join type_document on type_document.id = type_document_id
        join utilisateur on utilisateur.organisation_id = document_kyc.organisation_id
      where libelle = $1 and email = $2 and type_mime = 'image/png' order by cree_le limit 1)`,
    [documentsTour.type, documentsTour.manager],
  )
  return { name: 'releve.png', mimeType: 'image/png', buffer: found?.octets ?? Buffer.alloc(0) }
}

/** Walks the tour of a document as the README tells it, and stops at each of its scenes. */
export async function walkDocumentsTour(
  site: Site,
  stop: (page: Page, scene: string) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  const { manager, verifier, type, motif } = documentsTour
  site.now = new Date()
  const partner = await site.openAs(manager, '/', options)
  await partner.getByRole('link', { name: 'Ouvrir le dossier' }).first().click()
  const card = partner.locator('.kyc > li').filter({ hasText: type })
  await card
    .getByRole('link', { name: /^Déposer/ })
    .first()
    .click()
  await partner.locator('dialog input[type=file]:not([capture])').setInputFiles(await picture(site))
  await partner.locator('dialog [type=submit][aria-disabled=false]').waitFor()
  await stop(partner, '5-depot')
  await partner.getByRole('dialog').getByRole('button', { name: 'Déposer' }).click()
  await partner.getByText('déposé, en vérification chez l’opérateur').waitFor()

  site.now = new Date(site.now.getTime() + 1000)
  const operator = await site.openAs(verifier, '/documents', options)
  await settled(operator)
  const [{ id } = { id: '' }] = await site.sql<{ id: string }>(
    'select id from document_kyc order by cree_le desc limit 1',
  )
  await operator.goto(`${site.address}/documents/${id}`)
  await operator.locator('.leaf img').waitFor()
  await stop(operator, '6-verification')
  await operator.keyboard.press('r')
  await operator.getByRole('dialog', { name: 'Rejeter le document' }).getByRole('textbox').fill(motif)
  await operator.keyboard.press('Control+Enter')
  await operator.getByText('document rejeté').first().waitFor()

  site.now = new Date(site.now.getTime() + 1000)
  await partner.goto(`${site.address}/`)
  await partner.locator('.news li').filter({ hasText: motif }).waitFor()
  await stop(partner, '7-motif')
  await partner.context().close()
  await operator.context().close()
}
