import type { FichierRecord } from '../records.ts'
import { jpeg } from './jpeg.ts'
import { pdf } from './pdf.ts'
import { drawn } from './picture.ts'
import { png } from './png.ts'
import { type Facts, type Specimen, specimen } from './specimen.ts'

type Printing = 'application/pdf' | 'image/jpeg' | 'image/png'

const printers: Readonly<Record<Printing, (made: Specimen) => Buffer>> = {
  'application/pdf': pdf,
  'image/jpeg': (made) => jpeg(drawn(made)),
  'image/png': (made) => png(drawn(made)),
}

/** A file, and its contents if it has any, printed when they are first asked for. */
export type DemoFile = {
  readonly record: () => FichierRecord
  readonly bytes?: () => Buffer
}

/** What is known of a file before it is printed. */
export type Blank = Omit<FichierRecord, 'taille_octets' | 'type_mime'> & { readonly type_mime: Printing }

/** A document that looks like what it is and says that it is a specimen: the same bytes for the same facts. */
export function printed(file: Blank, facts: Facts): DemoFile {
  let made: Buffer | undefined
  const bytes = () => {
    made ??= printers[file.type_mime](specimen(facts))
    return made
  }
  return { record: () => ({ ...file, taille_octets: bytes().length }), bytes }
}
