import { type ActionOptions, type AntenneClient, AntenneError, newKey } from 'antenne-client'
import { fileSize } from '../format.ts'
import { NOT_SENDABLE, tooLarge } from '../sendable.ts'
import { isDeviceOf } from './kept.ts'
import { allSendings, keepAgain, keepSending, type Sending, type SentFile } from './sendings.ts'

/** The files of what waits take at most so many bytes of the device, whoever they are of. */
const MOST = 50 * 2 ** 20

type WithFile = Sending & { readonly file: SentFile }

export const hasFile = (sending: Sending): sending is WithFile => sending.file !== undefined

const OPEN = 'Laissez cette page ouverte jusqu’à la fin de l’envoi.'

/** Why the device does not keep it; null if it does. */
export async function keptOrWhy(sending: Sending): Promise<string | null> {
  try {
    if (hasFile(sending)) {
      if (!(await isDeviceOf(sending.user))) return OPEN
      const others = (await allSendings()).filter(({ key }) => key !== sending.key).filter(hasFile)
      const size = [...others, sending].reduce((sum, { file }) => sum + file.content.size, 0)
      if (size > MOST) return `Vos envois gardent ${fileSize(MOST)} de fichiers au plus. ${OPEN}`
    }
    await keepSending(sending)
    return null
  } catch {
    return `Cet appareil n’a plus de place pour garder l’envoi. ${OPEN}`
  }
}

/** How something is sent. */
export interface Manner {
  readonly options: ActionOptions
  /** Whether it is on the device. */
  readonly isKept: boolean
  /** Called once the service has the file. */
  readonly onFile?: ((id: string) => void) | undefined
}

/** Sends the file, unless the service has it: what is to be sent then names it. */
export async function sentWithFile(
  client: AntenneClient,
  sending: WithFile,
  { options, isKept, onFile }: Manner,
): Promise<Sending> {
  const { file, parameters } = sending
  const id = file.id ?? (await client.deposerFichier(file.content, { ...options, key: file.key })).id
  const known = { ...sending, file: { ...file, id } }
  // Before a document takes it: whatever happens next, it is not deposited under another file.
  if (isKept && !(await keepAgain(known).catch(() => true))) throw new AntenneError(GIVEN_UP)
  onFile?.(id)
  const [partner, body] = parameters
  return { ...known, parameters: [partner, { ...(body as object), fichier_id: id }] }
}

const GIVEN_UP = { code: 'annulation', message: 'Cet envoi a été abandonné.' }

/** Whether the service refuses the file because a document has taken it: then this is done. */
export async function isTaken(client: AntenneClient, sending: Sending, error: unknown): Promise<boolean> {
  if (!isOfFile(error)) return false
  const [partner, body] = sending.parameters as [string, { readonly fichier_id?: string }]
  const { donnees } = await client.listerDocumentsKycPartenaire(partner)
  return donnees.some(({ fichier_id }) => fichier_id === body.fichier_id)
}

/** The service no longer has the file that was sent before: it is sent anew. Null if that is not the reason. */
export const sentAnew = (sending: Sending, error: unknown): Sending | null =>
  hasFile(sending) && sending.file.id !== null && isOfFile(error)
    ? { ...sending, file: { ...sending.file, key: newKey(), id: null } }
    : null

const isOfFile = (error: unknown): boolean =>
  error instanceof AntenneError &&
  error.code === 'parametres_invalides' &&
  error.champs.fichier_id !== undefined

/** Why it was refused, and what to do. */
export function refusalWords(error: AntenneError): string {
  if (error.code === 'corps_trop_grand') return tooLarge(error.details.taille_max_octets)
  if (error.code === 'type_non_accepte') return NOT_SENDABLE
  return [error.message, ...Object.values(error.champs)].join(' ')
}
