import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './setup/browser.ts'
import { browserTest } from './setup/browser-test.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'

interface File {
  readonly id: string
  readonly nom_original: string
  readonly type_mime: string
  readonly taille_octets: number
  readonly statut_scan: string
}

interface Document {
  readonly organisation_id: string
  readonly type_document_id: string
  readonly fichier_id: string
  readonly statut: string
  readonly motif: string | null
  readonly date_expiration: string | null
}

describe('the files of the demonstration', () => {
  let data: Data
  let exported: Record<string, string>
  let files: Map<string, File>
  let documents: Document[]
  const bytesOf = (id: string) => Buffer.from(exported[`fichiers/${id}`] ?? '', 'latin1')

  beforeAll(async () => {
    data = await openData('demonstration')
    exported = await data.exported()
    files = new Map(recordsIn(exported, 'fichier').map((file) => [file.id, file]))
    const partners = new Set(recordsIn(exported, 'partenaire').map((partner) => partner.organisation_id))
    documents = recordsIn(exported, 'document_kyc').filter((each) => partners.has(each.organisation_id))
  })
  afterAll(() => data.close())

  const ofType = (type: string) => [...files.values()].filter((file) => file.type_mime === type)
  const withContents = (type: string) => ofType(type).filter(({ id }) => `fichiers/${id}` in exported)

  test('are there for each document of a partner, small, of the size and with the ending that the record says', () => {
    expect(documents.length).toBeGreaterThan(100)
    const endings = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' }
    for (const { fichier_id } of documents) {
      const file = files.get(fichier_id) as File
      expect(file.nom_original).toMatch(new RegExp(`\\.${endings[file.type_mime as keyof typeof endings]}$`))
      expect(bytesOf(fichier_id).length).toBe(file.taille_octets)
      expect(file.taille_octets).toBeLessThan(32_768)
    }
  })

  test('are PDF with a table of their objects, the name of the company and «SPÉCIMEN»', () => {
    const found = withContents('application/pdf')
    expect(found.length).toBeGreaterThan(50)
    for (const { id } of found) {
      const text = exported[`fichiers/${id}`] ?? ''
      const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]))
      expect(table).toMatch(/^xref\n0 7\n/)
      const places = [...table.matchAll(/(\d{10}) 00000 n /g)].map(([, place]) => Number(place))
      expect(places.map((place) => text.slice(place, place + 7))).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => `${number} 0 obj`),
      )
      const [head, length] = /\/Length (\d+) >>\nstream\n/.exec(text) ?? ['', '']
      const end = text.indexOf(head) + head.length + Number(length)
      expect(text.slice(end, end + 11)).toBe('\nendstream\n')
      expect(text).toContain('(SPÉCIMEN)')
    }
    expect(found.some(({ id }) => exported[`fichiers/${id}`]?.includes('(Savane Télécom)'))).toBe(true)
  })

  browserTest('are pictures that a browser shows', async () => {
    const pictures = [...withContents('image/png'), ...withContents('image/jpeg')]
    expect(pictures.length).toBeGreaterThan(40)
    let browser: Browser | undefined
    try {
      browser = await openBrowser()
      const page = await browser.newPage()
      const shown = pictures.map(
        ({ id, type_mime }) => `<img src="data:${type_mime};base64,${bytesOf(id).toString('base64')}">`,
      )
      await page.setContent(shown.join(''))
      const sizes = await page.evaluate<string[]>(`Promise.all([...document.images].map(async (image) => {
        await image.decode()
        return image.naturalWidth + ' × ' + image.naturalHeight
      }))`)
      expect(sizes).toHaveLength(pictures.length)
      expect(new Set(sizes)).toEqual(new Set(['480 × 320']))
    } finally {
      await browser?.close()
    }
  })

  test('belong to what the compliance officer has to do: first deposits, renewals, and what went wrong', () => {
    const deposited = documents.filter(({ statut }) => statut === 'depose')
    const renewals = deposited.filter((document) =>
      documents.some(
        (other) =>
          other !== document &&
          other.statut === 'valide' &&
          other.organisation_id === document.organisation_id &&
          other.type_document_id === document.type_document_id,
      ),
    )
    expect(new Set(deposited.map((document) => document.organisation_id)).size).toBeGreaterThan(5)
    expect(new Set(renewals.map((document) => document.organisation_id)).size).toBeGreaterThan(2)
    expect(deposited.length).toBeGreaterThan(renewals.length)
    for (const statut of ['a_completer', 'rejete'])
      expect(documents).toContainEqual(expect.objectContaining({ statut, motif: expect.any(String) }))
    expect(deposited.map(({ fichier_id }) => files.get(fichier_id)?.statut_scan)).toContain('infecte')
  })
})
