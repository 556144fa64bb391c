import pg from 'pg'
import { Interrupted, isLost } from '../database/writer.ts'
import { Failure, printable } from '../failure.ts'

/** Errors of the file system, for the person at the terminal. */
const files: Record<string, string> = {
  EDQUOT: "Votre quota sur ce disque est épuisé. Libérez de l'espace, puis relancez",
  ENOSPC: "Il n'y a plus de place sur le disque. Libérez de l'espace, puis relancez",
  EROFS: 'Le disque est en lecture seule. Choisissez un autre dossier',
  EACCES: "L'accès est refusé. Vérifiez vos droits sur ce dossier, ou choisissez-en un autre",
  EPERM: "L'accès est refusé. Vérifiez vos droits sur ce dossier, ou choisissez-en un autre",
  ENOTDIR: "Ce n'est pas un dossier. Choisissez un autre nom",
  EISDIR: 'Un dossier se trouve là où il faut un fichier. Choisissez un autre nom',
  EEXIST: 'Un fichier occupe la place du dossier. Retirez-le, ou choisissez un autre nom',
  ELOOP: 'Ce lien tourne en rond. Remplacez-le par le fichier lui-même',
  ENAMETOOLONG: 'Ce nom est trop long. Choisissez-en un autre',
  ENOENT: "Ce fichier ou ce dossier n'existe pas. Vérifiez son nom",
}

/** Errors of the database, by the start of their code. */
const states: [RegExp, string][] = [
  [
    /^53100/,
    "Il n'y a plus de place sur le disque de la base de données. Libérez de l'espace, puis relancez",
  ],
  [/^53/, 'La base de données manque de ressources. Attendez un instant, puis relancez'],
  [
    /^42501/,
    'La base de données refuse cette opération à ce compte. Lancez la commande avec le compte propriétaire de la base ; pour le service, d’abord « npx antenne migrer --lecture ROLE --ecriture ROLE » avec ce compte',
  ],
  [
    /^25006/,
    'La base de données est en lecture seule ou ce compte ne fait que lire : rien n’a été changé. Indiquez dans DATABASE_URL le serveur principal avec le compte propriétaire de la base',
  ],
  [
    /^(40001|40P01|55P03)/,
    'Une autre opération verrouille les mêmes données : rien n’a été changé. Relancez quand elle sera terminée',
  ],
  [/^57014/, 'La base de données a interrompu cette opération : rien n’a été changé. Relancez'],
  [/^(58|XX)/, 'Le serveur de la base de données signale une panne. Voyez son journal, puis relancez'],
]

const LOST = 'La connexion à la base de données a été coupée'

/** What is known of the change when the connection is lost. */
const interrupted: Record<Interrupted['outcome'], string> = {
  unchanged: `${LOST} : l'opération en cours n'a rien changé. Relancez quand la base répond de nouveau`,
  unknown: `${LOST} au moment d'enregistrer : on ne sait pas si le dernier changement a été enregistré. Quand la base est revenue, vérifiez une demande ou une décision avec « npx antenne journal » avant de la refaire ; un import ou une migration se relance sans risque`,
}

/** The message for a fault that the person can fix, or undefined for one of ours. */
export function explain(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const { code = '', path, message } = error as NodeJS.ErrnoException
  const failure = (sentence: string | undefined, detail: string) =>
    sentence === undefined ? undefined : new Failure(`${sentence}${detail}.`, { cause: error })
  if (error instanceof Interrupted) return failure(interrupted[error.outcome], ` (${message})`)
  if (isLost(error)) return failure(`${LOST}. Relancez quand la base répond de nouveau`, ` (${message})`)
  if (error instanceof pg.DatabaseError) {
    return failure(states.find(([pattern]) => pattern.test(code))?.[1], ` (${message})`)
  }
  return failure(files[code], path === undefined ? '' : ` : ${printable(path)}`)
}
