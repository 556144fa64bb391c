import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { dayOf } from '../day.ts'

/** What a copy has seen: the transactions of a snapshot, at an instant (seconds of the epoch), on a day. */
export interface Seen {
  readonly instantane: string
  readonly le: number
  readonly jour: string
}

/** Where a page ends, in the order of its pass. */
export type Cursor = readonly (string | number)[]

/** What a token holds. In the middle of a pass it says from where it goes on. */
export interface ChangeToken {
  /** Of the user, their organisation and rights, and the database. */
  readonly empreinte: string
  readonly epoque: string
  /** What the copy has seen when the pass is over. */
  readonly vu: Seen
  /** In the middle of a pass: what the copy had seen before (null: nothing), and the last item given. */
  readonly passe: { readonly depuis: Seen | null; readonly place: Cursor } | null
}

const NONCE = 12
const TAG = 16
/** Every token begins with these bytes, then the number of its key. A text without them is not a token. */
const MARK = Buffer.from('jchg')
const HEAD = MARK.length + 4
/** The content is padded to a multiple of this length, so that a token's length tells nothing of what others do. */
const STEP = 96

const keyOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('changements').digest()

/** The text of a token. It is encrypted: its holder learns nothing from it. */
export function sealToken(
  { empreinte, epoque, vu, passe }: ChangeToken,
  cle: number,
  secret: Buffer,
): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const content: Content = [
    ...([empreinte, epoque, seenOf(vu)] as const),
    passe && [passe.depuis && seenOf(passe.depuis), passe.place],
  ]
  const head = Buffer.concat([MARK, Buffer.alloc(4)])
  head.writeUInt32BE(cle, MARK.length)
  cipher.setAAD(head)
  const sealed = Buffer.concat([cipher.update(padded(JSON.stringify(content))), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

const padded = (text: string): string => text.padEnd(STEP * Math.ceil(text.length / STEP))

/** The key that a token names; null for a text that is not a token. */
export function keyNamed(text: string): number | null {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder ignores bits that do not fill a byte.
  const isToken = bytes.subarray(0, MARK.length).equals(MARK) && bytes.toString('base64url') === text
  return isToken && bytes.length >= HEAD + NONCE + TAG ? bytes.readUInt32BE(MARK.length) : null
}

/** What a token holds; null if it is not sealed with this secret. */
export function openToken(text: string, secret: Buffer): ChangeToken | null {
  const bytes = Buffer.from(text, 'base64url')
  const [tagged, sealed] = [HEAD + NONCE, HEAD + NONCE + TAG]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(HEAD, tagged), {
      authTagLength: TAG,
    })
    decipher.setAAD(bytes.subarray(0, HEAD)).setAuthTag(bytes.subarray(tagged, sealed))
    const content = Buffer.concat([decipher.update(bytes.subarray(sealed)), decipher.final()])
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

type SeenContent = readonly [instantane: string, le: number, jour: number]
type Content = readonly [string, string, SeenContent, readonly [SeenContent | null, Cursor] | null]

const DAY = 24 * 3600 * 1000
const seenOf = ({ instantane, le, jour }: Seen): SeenContent => [instantane, le, Date.parse(jour) / DAY]
const asSeen = ([instantane, le, jour]: SeenContent): Seen => ({
  ...{ instantane, le },
  jour: dayOf(new Date(jour * DAY)),
})
