import { randomUUID } from 'node:crypto'
import type { Versioned } from './target.ts'

/** A link to a file, with what its whole answer tells. */
interface Linked {
  readonly url: string
  readonly size: number
  readonly etag: string
}

/** What there is to deposit, verify and download. */
export interface FilesTarget {
  readonly partners: readonly Versioned[]
  /** Documents that wait, and their files. */
  readonly documents: readonly Versioned[]
  readonly files: readonly Versioned[]
  /** Ids of which a document can be made: of a type, and of files of this caller that no document takes. */
  readonly depositable: readonly string[]
  readonly links: readonly Linked[]
}

/** A document as a read gives it. */
interface Shown extends Versioned {
  readonly fichier_id: string
  readonly partenaire: { readonly id: string }
}

const FREE = 12

/** Looks around as somebody who may deposit, and deposits some files, and a document that has a link. */
export async function surveyFiles(port: number, token: string): Promise<FilesTarget> {
  const at = `http://127.0.0.1:${port}`
  const ask = async (path: string, body?: string | object, type = 'application/json') => {
    const response = await fetch(`${at}/extension/v1${path}`, {
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': randomUUID() },
        'content-disposition': 'attachment; filename="piece.pdf"',
      },
      ...(body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the contract's
    return (await response.json()) as any
  }
  const deposit = async (): Promise<string> =>
    (await ask('/fichiers', `%PDF-1.4\n${randomUUID().repeat(9)}`, 'application/pdf')).id
  const { types_document: types } = await ask('/references')
  const [type] = types.filter(
    ({ actif, cible }: { actif: boolean; cible: string }) => actif && cible === 'partenaire',
  )
  const { donnees: waiting } = await ask('/documents-kyc?taille=50')
  const partners = waiting.map(({ partenaire, modifie_le }: Shown) => ({ id: partenaire.id, modifie_le }))
  const made = await ask(`/partenaires/${partners[0].id}/documents-kyc`, {
    ...{ type_document_id: type.id, fichier_id: await deposit() },
  })
  const free: string[] = []
  while (free.length < FREE) free.push(await deposit())
  const documents = [...waiting, made]
  const files = documents.map(({ fichier_id: id, modifie_le }: Shown) => ({ id, modifie_le }))
  const { url } = await ask(`/fichiers/${made.fichier_id}/lien`, {})
  const { headers } = await fetch(at + url, { method: 'HEAD' })
  const link = { url, size: Number(headers.get('content-length')), etag: `${headers.get('etag')}` }
  return { partners, documents, files, depositable: [...free, ...free.map(() => type.id)], links: [link] }
}
