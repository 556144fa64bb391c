import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openSite, type Site, settled } from '../setup/page.ts'
import { operator } from '../setup/people.ts'

const folder = process.env.CAPTURES ?? join(import.meta.dirname, '../../docs/captures')

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const idOf = async (query: string) => (await site.sql<{ id: string }>(query))[0]?.id ?? ''
const clientWithSites = () =>
  idOf('select client_id as id from site group by client_id order by count(latitude) desc, client_id limit 1')
const telling = () =>
  idOf(`select reservation_id as id from reservation_correspondance join reservation on id = reservation_id
    where en_attente order by cardinality(criteres) desc, id limit 1`)

const waiting = () =>
  idOf(`select document_kyc.id from document_kyc join fichier on fichier.id = fichier_id
    where document_kyc.statut = 'depose' and type_mime like 'image/%' and contenu_id is not null order by cree_le, id limit 1`)

const wide = { width: 1240, height: 780 }
const phone = { width: 390, height: 844 }

test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
  const take = async (page: Page, name: string) => {
    await settled(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({
      path: join(folder, `${name}-${colorScheme === 'light' ? 'clair' : 'sombre'}.png`),
    })
  }
  const page = await site.openAs(operator, '/', { viewport: wide, colorScheme })
  await take(page, 'accueil')
  const client = await clientWithSites()
  const partner = await idOf("select id from partenaire where raison_sociale = 'Savane Télécom'")
  const screens: Record<string, string> = {
    clients: '/clients?statut=actif',
    client: `/clients/${client}`,
    partenaire: `/partenaires/${partner}`,
    reservations: `/reservations?taille=100&ouverte=${await telling()}`,
    partenaires: '/partenaires',
    documents: '/documents',
    document: `/documents/${await waiting()}`,
    catalogue: '/catalogue',
  }
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(site.address + path)
    await page.locator('main h1').waitFor()
    await take(page, name)
  }
  const small = await site.openAs(operator, '/clients', { viewport: phone, colorScheme })
  await take(small, 'telephone-clients')
  await small.goto(`${site.address}/documents/${await waiting()}`)
  await take(small, 'telephone-document')
})
