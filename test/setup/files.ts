import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { insist } from '../../harness/http/insist.ts'
import { act } from './acting.ts'
import { partnerOf } from './partner-of.ts'
import type { World } from './world.ts'

/** A small PDF; the text makes it another one. */
export const pdf = (text: string = randomUUID()): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`)

export interface Upload {
  readonly bytes?: Buffer
  readonly type?: string
  readonly name?: string
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Deposits a file as an application does, which comes back after a 503 under the same key. */
export function upload(world: World, who: string, given: Upload = {}) {
  const { bytes = pdf(), key = randomUUID() } = given
  return insist(() => uploadOnce(world, who, { ...given, bytes, key }))
}

export async function uploadOnce(world: World, who: string, given: Upload = {}) {
  const { bytes = pdf(), type = 'application/pdf', name = 'extrait.pdf', key = randomUUID() } = given
  const response = await world.server.inject({
    method: 'POST',
    url: '/extension/v1/fichiers',
    headers: {
      authorization: `Bearer ${await world.token(who)}`,
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...given.headers,
    },
    payload: bytes,
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: response.json(),
  }
}

/** The first type of document that partners give and that lasts, and one that does not. */
export const documentTypes = (world: World) =>
  world.sql<{ id: string; validite_mois: number | null }>(
    `select id, validite_mois::int as validite_mois from type_document where actif and cible = 'partenaire'
    order by validite_mois nulls last, id`,
  )

/** A document that waits for its verification, with its file. */
export async function deposited(world: World, who: string, given: Upload & { body?: object } = {}) {
  const file = await upload(world, who, given)
  const [type] = await documentTypes(world)
  const answer = await act(world, who, `/partenaires/${await partnerOf(world, who)}/documents-kyc`, {
    body: { type_document_id: type?.id, fichier_id: file.body.id, ...given.body },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as { id: string; modifie_le: string; fichier_id: string; statut: string }
}

/** Where a service listens, once it does. */
export async function listening(world: World): Promise<number> {
  if (!world.server.server.listening) await world.server.listen({ port: 0, host: '127.0.0.1' })
  return (world.server.server.address() as AddressInfo).port
}

/** Opens a link as a browser does: without a token. */
export async function opened(
  world: World,
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const port = await listening(world)
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path: url, method, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(parts),
          }),
        )
      })
      asked.once('error', reject)
      asked.end()
    },
  )
}
