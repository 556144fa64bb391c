/** A type of file that is accepted: what its names end with, and what its bytes begin with. */
export interface TypeFichier {
  /** With their dots; the first is that of a name without any of them. */
  readonly extensions: readonly [string, ...string[]]
  /** Whether these first bytes, at least `HEAD` where there are as many, are of the type. */
  readonly isOf: (head: Uint8Array) => boolean
}

/** How many first bytes tell a file's type. */
export const HEAD = 12

const begins = (head: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => head[at + index] === byte)

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))

const PDF = ascii('%PDF-')
const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]
const RIFF = ascii('RIFF')
const WEBP = ascii('WEBP')

/** The types of files that are accepted, by their media type. */
export const typesFichier: ReadonlyMap<string, TypeFichier> = new Map([
  ['application/pdf', { extensions: ['.pdf'], isOf: (head) => begins(head, PDF) }],
  ['image/jpeg', { extensions: ['.jpg', '.jpeg'], isOf: (head) => begins(head, JPEG) }],
  ['image/png', { extensions: ['.png'], isOf: (head) => begins(head, PNG) }],
  [
    'image/webp',
    // The size of the file stands between the two words.
    { extensions: ['.webp'], isOf: (head) => begins(head, RIFF) && begins(head, WEBP, 8) },
  ],
])
