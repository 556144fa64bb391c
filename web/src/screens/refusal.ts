import { useQueryClient } from '@tanstack/react-query'
import type { AntenneError } from 'antenne-client'
import { useServices } from '../api.ts'
import { moment } from '../format.ts'
import { useMe } from '../session/me.ts'
import type { Outcome } from '../ui/outcome.tsx'

/** What became of a choice. */
export interface Told extends Outcome {
  /** Whether there is nothing left to decide. */
  readonly over: boolean
  /** Whether it was done, or will be once there is a network. */
  readonly counts?: boolean
  /** Whether it would have been the same for any other item: no network, no right. */
  readonly general?: boolean
  /** What is wrong with what was given, by field. */
  readonly champs?: Readonly<Record<string, string>>
}

/** How what is decided is spoken of. */
interface Subject {
  /** « demande déjà validée », by its state now. */
  readonly already: (statut: string | null) => string
  /** What to do when it changed since it was shown. */
  readonly changed: string
}

/** Says what stood in the way of a choice, and by whom and when it was decided first, where the person may know it. */
export function useRefusal(subject: Subject): (name: string, error: AntenneError) => Promise<Told> {
  const { nameOf } = useServices()
  const { utilisateur } = useMe()
  const queries = useQueryClient()
  const whoIs = async (id: string | null): Promise<string> => {
    if (id === utilisateur.id) return 'vous'
    return (id !== null && (await nameOf(id).catch(() => null))) || 'une autre personne'
  }
  return async (name, error) => {
    const told = (text: string, over = false, tone: Outcome['tone'] = 'bad') => ({ tone, text, over })
    switch (error.code) {
      case 'etat_incompatible': {
        const { statut = null, traitee_par = null, traitee_le } = error.details ?? {}
        if (traitee_le == null) return told(`${name} : ${error.message}`, statut === 'expire')
        const first = `par ${await whoIs(traitee_par)}, le ${moment(traitee_le)}`
        const text = `${name} : ${subject.already(statut)} ${first}. Votre décision n’a pas été prise en compte.`
        return told(text, true, 'warning')
      }
      case 'version_perimee':
        return told(`${name} : ${subject.changed}`, false, 'warning')
      case 'ressource_introuvable':
        return told(`${name} : ${error.message}`, true)
      case 'parametres_invalides':
        return { ...told(`${name} : ${Object.values(error.champs).join(' ')}`), champs: error.champs }
      case 'acces_refuse':
        // Rights may have changed: the page asks again what it may offer.
        void queries.invalidateQueries({ queryKey: ['moi'] })
        return { ...told(`${name} : ${error.message}`), general: true }
      default:
        return { ...told(`${name} : ${error.message}`), general: true }
    }
  }
}
