import { AntenneError } from 'antenne-client'
import { several } from '../format.ts'
import { NOT_SENDABLE, NotSendable, tooLarge } from '../sendable.ts'
import { RETRYING } from '../ui/retrying.ts'

/** What stood in the way of a deposit. */
export interface Refused {
  readonly text: string
  /** What is wrong, by field. */
  readonly faults?: Readonly<Record<string, string>>
  /** Of no use any more: the chosen file, or what the service has of it. */
  readonly lost?: 'file' | 'upload'
}

const KEPT = 'Votre fichier et vos dates sont gardés : appuyez de nouveau sur «\u00a0Déposer\u00a0».'

export const CHOOSE = 'Choisissez d’abord un fichier, ou prenez une photo du document.'
export const CORRECT = 'Corrigez ce qui est indiqué, puis déposez de nouveau.'

/** What to tell, and what to do, when it was not possible to deposit. */
export function refusedWords(error: unknown): Refused {
  if (error instanceof NotSendable) return { text: error.message }
  if (!(error instanceof AntenneError)) throw error
  switch (error.code) {
    case 'corps_trop_grand':
      return { text: tooLarge(error.details.taille_max_octets), lost: 'file' }
    case 'type_non_accepte':
      return { text: NOT_SENDABLE, lost: 'file' }
    case 'parametres_invalides':
      return invalidWords(error.champs)
    case 'authentification_requise':
      return {
        text: 'Votre session a expiré. Rechargez la page pour vous reconnecter : vos dates sont gardées, le fichier sera à choisir de nouveau.',
      }
    case 'trop_de_requetes': {
      const wait = several(error.retryAfter ?? 60, 'seconde')
      return { text: `Trop d’envois en peu de temps. Attendez ${wait}. ${KEPT}` }
    }
    case 'annulation':
      return { text: `Envoi arrêté. ${KEPT}` }
    case 'service_indisponible':
    case 'reponse_inattendue':
    case 'reseau':
    case 'delai':
    case 'requete_en_cours':
      return { text: `${error.message} ${KEPT}` }
    default:
      return { text: error.message }
  }
}

/** Dates are corrected where they stand; anything else is about the file. */
function invalidWords(faults: Readonly<Record<string, string>>): Refused {
  if (faults.fichier_id !== undefined)
    return {
      text: 'Le fichier envoyé n’est plus disponible, ou l’antivirus l’a bloqué. Envoyez-le de nouveau, ou choisissez-en un autre.',
      faults,
      lost: 'upload',
    }
  const others = Object.entries(faults).filter(([field]) => !field.startsWith('date_'))
  if (others.length === 0) return { text: CORRECT, faults }
  return { text: others.map(([, message]) => message).join(' '), faults, lost: 'file' }
}

/** Why it is going to be sent again. */
export const retryWords = ({ code, retryAfter }: AntenneError): string =>
  code === 'trop_de_requetes'
    ? `Trop d’envois en peu de temps : nouvel essai automatique dans ${several(retryAfter ?? 1, 'seconde')}.`
    : RETRYING

export const RESUMED = 'La connexion a été perdue : l’envoi a repris depuis le début.'
