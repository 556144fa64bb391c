/** A type of file that is accepted: what its names end with, and what its bytes begin with. */
export interface TypeFichier {
  /** With their dots; the first is that of a name without any of them. */
  readonly extensions: readonly [string, ...string[]]
  /** Its first bytes, in hexadecimal digits; a dot stands for any digit. */
  readonly debut: string
}

/** The types of files that are accepted, by their media type. */
export const typesFichier = {
  'application/pdf': { extensions: ['.pdf'], debut: '255044462d' },
  'image/jpeg': { extensions: ['.jpg', '.jpeg'], debut: 'ffd8ff' },
  'image/png': { extensions: ['.png'], debut: '89504e470d0a1a0a' },
  // The size of the file stands between the two words.
  'image/webp': { extensions: ['.webp'], debut: '52494646........57454250' },
} as const satisfies Readonly<Record<string, TypeFichier>>

type TypeMime = keyof typeof typesFichier

export const isTypeMime = (type: string): type is TypeMime => Object.hasOwn(typesFichier, type)

/** How many first bytes tell a file's type. */
export const SIGNATURE_BYTES = Math.max(...Object.values(typesFichier).map(({ debut }) => debut.length)) / 2

/** Whether these first bytes, at least `SIGNATURE_BYTES` where there are as many, are of the type. */
export const isOf = ({ debut }: TypeFichier, head: Uint8Array): boolean =>
  new RegExp(`^${debut}`).test(Buffer.from(head).toString('hex', 0, SIGNATURE_BYTES))
