import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link to a file says: which file, for whom, until when (seconds of the epoch), signed with which key. */
export interface Link {
  readonly fichier_id: string
  readonly utilisateur_id: string
  readonly expire: number
  readonly cle: number
}

const signatureOf = ({ fichier_id, utilisateur_id, expire, cle }: Link, secret: Buffer): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['telechargement', fichier_id, utilisateur_id, expire, cle]))
    .digest('base64url')

/** The address of a file, path-absolute, good for that user until the link expires. */
export const addressOf = (link: Link, secret: Buffer): string =>
  `/extension/v1/fichiers/${link.fichier_id}?utilisateur=${link.utilisateur_id}&expire=${link.expire}&cle=${link.cle}&signature=${signatureOf(link, secret)}`

const form =
  /^\/extension\/v1\/fichiers\/([0-9a-f-]{36})\?utilisateur=([0-9a-f-]{36})&expire=(\d{1,12})&cle=(\d{1,9})&signature=[\w-]{43}$/

/** Reads an address of that form; null for any other. Whether it is signed, `isSigned` says. */
export function readLink(address: string): Link | null {
  const [, fichier_id = '', utilisateur_id = '', expire, cle] = form.exec(address) ?? []
  return fichier_id === '' ? null : { fichier_id, utilisateur_id, expire: Number(expire), cle: Number(cle) }
}

/** Whether the address is exactly what was signed. */
export function isSigned(address: string, link: Link, secret: Buffer): boolean {
  const [given, right] = [Buffer.from(address), Buffer.from(addressOf(link, secret))]
  return given.length === right.length && timingSafeEqual(given, right)
}
