import type { TypeFichier } from '../../contract/types-fichier.ts'
import { visible } from '../../extension/look-alikes.ts'
import { Refusal } from '../../refusal.ts'

const MAX_LENGTH = 255

/** The name that `Content-Disposition` gives a file (RFC 6266), cleaned for people, with its type's extension. */
export function fileNameOf(header: string | undefined, { extensions }: TypeFichier): string {
  const said = namedIn(header ?? '')
  const last = said.split(/[/\\]/).at(-1) ?? ''
  const name = visible(last.normalize('NFC').replace(/[\p{Cc}\p{Cs}]/gu, '')).trim()
  const [usual] = extensions
  if (name === '' || name === '.' || name === '..')
    throw new Refusal('parametres_invalides', {
      details: {
        'Content-Disposition': 'Nommez le fichier : Content-Disposition: attachment; filename="piece.pdf"',
      },
    })
  const ending = extensions.find((extension) => name.toLowerCase().endsWith(extension))
  const stem = ending === undefined ? name : name.slice(0, -ending.length)
  const kept = ending === undefined ? usual : name.slice(-ending.length)
  return cut(stem === '' ? 'fichier' : stem, MAX_LENGTH - kept.length) + kept
}

/** At most so many characters, none of them halved. */
const cut = (text: string, most: number): string => {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept
}

/** `filename*` before `filename`; empty where there is neither, or what is there cannot be read. */
function namedIn(header: string): string {
  const said = new Map<string, string>()
  for (const [, name = '', quoted, token] of header.matchAll(
    /([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/g,
  )) {
    const key = name.toLowerCase()
    if (!said.has(key)) said.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
  }
  const [, encoded] = /^UTF-8'[\w-]*'(.+)$/i.exec(said.get('filename*') ?? '') ?? []
  const plain = said.get('filename') ?? ''
  // Headers are bytes: most send names in UTF-8, some in Latin-1.
  const text = Buffer.from(plain, 'latin1').toString('utf8')
  return decoded(encoded) ?? (text.includes('\ufffd') ? plain : text)
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * The header that names a downloaded file: for every program, and with all its letters for those that can (RFC 8187).
 */
export function dispositionOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
    .replace(/^(\.\w*)?$/, 'fichier$1')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
