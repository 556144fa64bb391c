import { typesFichier } from 'antenne-client'
import { fileSize } from './format.ts'

/** What a person chose and the service would not take; the message tells what to choose instead. */
export class NotSendable extends Error {}

export const NOT_SENDABLE =
  'Ce fichier n’est ni un PDF ni une photo. Choisissez un PDF, ou une photo (JPEG, PNG, WebP).'
const UNDRAWABLE =
  'Cet appareil ne peut pas lire cette photo. Photographiez de nouveau le document, ou choisissez un PDF.'
const UNREADABLE = 'Ce fichier ne peut pas être lu. Choisissez-le de nouveau, ou choisissez-en un autre.'

export const tooLarge = (most: number): string =>
  `Ce fichier est trop lourd : ${fileSize(most)} au plus. Numérisez-le en moindre qualité, ou photographiez-le.`

/** Pictures are sent with a longest side of at most so many pixels: a document stays readable. */
const LONGEST = 2000
/** A smaller picture that weighs more than this, in bytes, is compressed too. */
const HEAVY = 1_000_000
const QUALITY = 0.85

/** What the file dialog offers. Phones turn their own formats into one of these. */
export const ACCEPTED = Object.keys(typesFichier).join(',')

/** What a camera notes in a picture, where it was taken among it: EXIF, or XMP. */
const NOTES = /exif|ns\.adobe\.com|adobe:ns:meta/i

/**
 * The file as it is sent, of at most so many bytes: a PDF unchanged, a picture upright, no larger than it has to be and
 * without a camera's notes. Any picture that the browser can show becomes one that the service takes.
 */
export async function sendable(file: File, most: number): Promise<File> {
  if (file.size === 0) throw new NotSendable('Ce fichier est vide. Choisissez-en un autre.')
  const type = typeOf(await bytesOf(file.slice(0, 12)))
  const isPicture = type !== 'application/pdf'
  const noted = isPicture && NOTES.test(new TextDecoder('latin1').decode(await bytesOf(file)))
  const drawn = isPicture ? await drawnAgain(file, type !== undefined && !noted) : null
  if (type !== undefined && noted && drawn === null) throw new NotSendable(UNDRAWABLE)
  if (drawn !== null && (type === undefined || noted || drawn.size < file.size))
    return copyOf(drawn, { name: `${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, type: drawn.type, most })
  if (type === undefined) throw new NotSendable(NOT_SENDABLE)
  return copyOf(file, { name: file.name, type, most })
}

/** A copy in memory: the file on the device may be gone when it has to be sent again. */
async function copyOf(blob: Blob, { name, type, most }: { name: string; type: string; most: number }) {
  if (blob.size > most) throw new NotSendable(tooLarge(most))
  return new File([await bytesOf(blob)], name, { type })
}

const bytesOf = (blob: Blob): Promise<ArrayBuffer> =>
  blob.arrayBuffer().catch(() => {
    throw new NotSendable(UNREADABLE)
  })

function typeOf(bytes: ArrayBuffer): string | undefined {
  // A file's name may say anything.
  const digits = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return Object.entries(typesFichier).find(([, { debut }]) => new RegExp(`^${debut}`).test(digits))?.[0]
}

/**
 * The picture as a JPEG, upright and without notes. Null for one that the browser cannot show, and for one that may stay
 * as it is and is small.
 */
async function drawnAgain(file: File, mayStay: boolean): Promise<Blob | null> {
  // It is upright by itself; older browsers refuse to be asked for it.
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  try {
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    if (mayStay && scale === 1 && file.size <= HEAVY) return null
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(scale * picture.width)
    canvas.height = Math.round(scale * picture.height)
    const pen = canvas.getContext('2d')
    if (pen === null) return null
    // A JPEG has no transparency: paper is white.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  } finally {
    picture.close()
  }
}
