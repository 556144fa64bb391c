import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { act } from './acting.ts'
import { type Upload, upload } from './files.ts'
import { type Site, settled } from './page.ts'
import { partnerOf } from './partner-of.ts'
import { partner } from './people.ts'

/** Who verifies documents, and reads no clients. */
export const verifier = 'mariam.traore@antenne.example'

/** A document as the action answers it. */
interface Deposited {
  readonly id: string
  readonly fichier_id: string
  readonly modifie_le: string
}

interface Given {
  /** The code of the type of document, `partenaire_references` unless given: no document of it is valid. */
  readonly code?: string
  readonly file?: Upload
  readonly date_emission?: string
  readonly date_expiration?: string
  /** Who deposits it, the partner's own person unless given. */
  readonly who?: string
}

/** Documents of a partner to verify, and what became of them. */
export interface Desk {
  readonly partenaire_id: string
  /** A paper as a phone photographs it, and as a computer prints it. */
  readonly picture: Upload
  readonly pdf: Upload
  /** A new document, the newest of all. */
  deposit(given?: Given): Promise<Deposited>
  /** The scanner says that the file of a document is infected. */
  infect(document: Deposited): Promise<void>
  now(document: Deposited): Promise<Record<string, string | null> | undefined>
  /** How often a document was verified. */
  verifications(document: Deposited): Promise<number>
  verify(who: string, document: Deposited, body: object): Promise<void>
  /** The document, open for who verifies those of this partner. */
  open(who: string, document: Deposited, settings?: object): Promise<Page>
}

const PAPER = `<html><body style="font: 30px serif; padding: 60px; background: #fdfbf4"><h1>République de Côte d’Ivoire</h1>
  <h2>Registre du commerce et du crédit mobilier</h2><p>SAVANE TÉLÉCOM SARL</p><p>N° CI-ABJ-03-2024-B12-04417</p>
  <p>Délivré à Abidjan le 2 mars 2026.</p><p style="rotate: -8deg; color: #35c; padding: 60px 0">Le greffier en chef</p></body></html>`

async function papers(browser: Browser): Promise<{ picture: Upload; pdf: Upload }> {
  const page = await browser.newPage({ viewport: { width: 820, height: 1160 } })
  await page.setContent(PAPER)
  const picture = { bytes: await page.screenshot({ type: 'jpeg' }), type: 'image/jpeg', name: 'registre.jpg' }
  const pdf = { bytes: await page.pdf(), type: 'application/pdf', name: 'registre.pdf' }
  await page.close()
  return { picture, pdf }
}

export async function openDesk(site: Site): Promise<Desk> {
  site.now = new Date()
  const partenaire_id = await partnerOf(site, partner)
  const { picture, pdf } = await papers(site.browser)
  const idOf = async (text: string, value: string) => (await site.sql<{ id: string }>(text, [value]))[0]?.id
  return {
    partenaire_id,
    picture,
    pdf,
    async deposit({ code = 'partenaire_references', file = another(picture), who = partner, ...dates } = {}) {
      site.now = new Date(Math.max(site.now.getTime(), Date.now()) + 1000)
      const { id: fichier_id } = (await upload(site, who, file)).body
      const type_document_id = await idOf('select id from type_document where code = $1', code)
      const body = { type_document_id, fichier_id, ...dates }
      const answer = await act(site, who, `/partenaires/${partenaire_id}/documents-kyc`, { body })
      expect(answer.status).toBe(201)
      return answer.body
    },
    async infect({ fichier_id }) {
      await site.sql(`update fichier set statut_scan = 'infecte' where id = $1`, [fichier_id])
    },
    now: async ({ id }) =>
      (
        await site.sql(
          `select statut, motif, date_emission::text, date_expiration::text from document_kyc where id = $1`,
          [id],
        )
      )[0] as never,
    async verifications({ id }) {
      const moves = `select distinct mouvement from journal where document_id = $1 and geste = 'verification'`
      return (await site.sql(moves, [id])).length
    },
    async verify(who, { id, modifie_le }, body) {
      const answer = await act(site, who, `/documents-kyc/${id}/verification`, { body, version: modifie_le })
      expect(answer.status).toBe(200)
    },
    async open(who, { id }, settings = {}) {
      const path = `/documents/${id}?partenaire_id=${partenaire_id}`
      const page = await site.openAs(who, path, settings)
      await settled(page)
      return page
    },
  }
}

/**
 * The same picture in other bytes: what follows its end is not looked at, and a verdict on one is none on the other.
 */
const another = ({ bytes = Buffer.of(), ...file }: Upload): Upload => ({
  ...file,
  bytes: Buffer.concat([bytes, randomBytes(8)]),
})

/** Waits until that document is open, and its heading has the focus. */
export async function openedDocument(page: Page, { id }: Deposited): Promise<void> {
  await page.waitForURL((url) => url.pathname === `/documents/${id}`)
  await page.locator('h1:focus').waitFor()
  // The title is there before the document is: keys are for what one sees.
  await page.locator('.desk').waitFor()
  await settled(page)
}
