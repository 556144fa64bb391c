import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** What a copy has seen: the transactions of a snapshot, at an instant (seconds of the epoch), on a day. */
export interface Seen {
  readonly instantane: string
  readonly le: number
  readonly jour: string
}

/** Where a page ends, in the order of its pass. */
export type Place = readonly (string | number)[]

/** What a token holds. In the middle of a pass it says from where it goes on. */
export interface ChangeToken {
  /** Of the user, their organisation and rights, and the database. */
  readonly empreinte: string
  readonly epoque: string
  /** What the copy has seen when the pass is over. */
  readonly vu: Seen
  /** In the middle of a pass: what the copy had seen before (null: nothing), and the last item given. */
  readonly passe: { readonly depuis: Seen | null; readonly place: Place } | null
}

const NONCE = 12
const TAG = 16

const keyOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('changements').digest()

/** The text of a token: it tells nothing to who holds it. The key is named in front. */
export function sealToken(
  { empreinte, epoque, vu, passe }: ChangeToken,
  cle: number,
  secret: Buffer,
): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const content = JSON.stringify([
    empreinte,
    epoque,
    seenOf(vu),
    passe && [passe.depuis && seenOf(passe.depuis), passe.place],
  ])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(cle)
  cipher.setAAD(head)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The key that a text names. */
export const keyNamed = (text: string): number => Buffer.from(text.slice(0, 8), 'base64url').readUInt32BE()

/** What a token holds; null for what none of ours says. */
export function openToken(text: string, secret: Buffer): ChangeToken | null {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder passes over what does not fill a byte.
  if (bytes.toString('base64url') !== text) return null
  const [nonce, tag] = [bytes.subarray(4, 4 + NONCE), bytes.subarray(4 + NONCE, 4 + NONCE + TAG)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), nonce, { authTagLength: TAG })
    decipher.setAAD(bytes.subarray(0, 4)).setAuthTag(tag)
    const content = Buffer.concat([decipher.update(bytes.subarray(4 + NONCE + TAG)), decipher.final()])
    const [empreinte, epoque, vu, passe] = JSON.parse(content.toString()) as Content
    return {
      empreinte,
      epoque,
      vu: asSeen(vu),
      passe: passe && { depuis: passe[0] && asSeen(passe[0]), place: passe[1] },
    }
  } catch {
    return null
  }
}

type SeenContent = readonly [instantane: string, le: number, jour: string]
type Content = readonly [string, string, SeenContent, readonly [SeenContent | null, Place] | null]

const seenOf = ({ instantane, le, jour }: Seen): SeenContent => [instantane, le, jour]
const asSeen = ([instantane, le, jour]: SeenContent): Seen => ({ instantane, le, jour })
