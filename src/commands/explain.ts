import pg from 'pg'
import { Failure, printable } from '../failure.ts'

/** What the file system says, for the person at the terminal. */
const files: Record<string, string> = {
  ENOSPC: "Il n'y a plus de place sur le disque. Libérez de l'espace, puis relancez",
  EROFS: 'Le disque est en lecture seule. Choisissez un autre dossier',
  EACCES: "L'accès est refusé. Vérifiez vos droits sur ce dossier, ou choisissez-en un autre",
  EPERM: "L'accès est refusé. Vérifiez vos droits sur ce dossier, ou choisissez-en un autre",
  ENOTDIR: "Ce n'est pas un dossier. Choisissez un autre nom",
  EISDIR: 'Un dossier est à la place d’un fichier. Retirez-le, ou choisissez un autre dossier',
  EEXIST: 'Un fichier est à la place du dossier. Retirez-le, ou choisissez un autre nom',
  ELOOP: 'Ce lien tourne en rond. Remplacez-le par le fichier lui-même',
  ENAMETOOLONG: 'Ce nom est trop long. Choisissez-en un autre',
  ENOENT: "Ce fichier ou ce dossier n'existe pas. Vérifiez son nom",
}

/** What the database says, by the start of its code. */
const states: [RegExp, string][] = [
  [
    /^53100/,
    "Il n'y a plus de place sur le disque de la base de données. Libérez de l'espace, puis relancez.",
  ],
  [/^53/, 'La base de données manque de ressources. Attendez un instant, puis relancez.'],
  [
    /^42501/,
    'La base de données refuse cette opération à ce compte. Donnez-lui la propriété de la base, ou le droit CREATE.',
  ],
  [/^25006/, 'La base de données est en lecture seule. Indiquez le serveur principal dans DATABASE_URL.'],
  [/^(57|08)/, "La base de données s'est arrêtée ou a coupé la connexion. Relancez quand elle est revenue."],
]

/** The sentence for a fault that a person can mend, or undefined for one of ours. */
export function explain(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) {
    const sentence = states.find(([pattern]) => pattern.test(code))?.[1]
    return sentence === undefined ? undefined : new Failure(`${sentence} (${message})`, { cause: error })
  }
  if (code in files) {
    return new Failure(`${files[code]}${path === undefined ? '' : ` : ${printable(path)}`}.`, {
      cause: error,
    })
  }
  if (message === 'Connection terminated unexpectedly' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new Failure('La base de données a coupé la connexion. Relancez quand elle est revenue.', {
      cause: error,
    })
  }
  return undefined
}
