import type { FastifyRequest } from 'fastify'
import { isTypeMime, type TypeFichier, typesFichier } from '../../contract/types-fichier.ts'
import { Refusal } from '../../refusal.ts'
import { keyOf } from './action-request.ts'
import { fileNameOf } from './file-name.ts'
import { tooLarge } from './spool.ts'

/** A file as the headers of its upload announce it. */
export interface Announced {
  readonly cle: string
  readonly nom_original: string
  readonly type_mime: string
  readonly type: TypeFichier
}

/** What the headers say of a file, judged before its bytes are read: type, size, key and name. */
export function announcedBy(request: FastifyRequest, most: number): Announced {
  const { headers } = request
  const type_mime = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!isTypeMime(type_mime) || headers['content-encoding'] !== undefined)
    throw new Refusal('type_non_accepte', {
      message: `Ce type de fichier n’est pas accepté. Types acceptés : ${Object.keys(typesFichier).join(', ')}.`,
    })
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge(most)
  const cle = keyOf(request, true) ?? ''
  const type = typesFichier[type_mime]
  return { cle, type_mime, type, nom_original: fileNameOf(headers['content-disposition'], type) }
}
