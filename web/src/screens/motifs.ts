import type { Organisation } from 'antenne-client'
import { useState } from 'react'
import type { Draft } from '../device/sendings.ts'
import { useTabDraft } from '../ui/draft.ts'

/** Usual reasons of a refusal, to be chosen and edited. */
export const refusals = [
  'Ce client est déjà suivi par un autre partenaire.',
  'Cette fiche fait double emploi avec celle d’un client existant.',
  'Ce client n’est pas dans votre zone.',
  'La demande ne permet pas de reconnaître l’entreprise : complétez la fiche du client.',
]

/** The usual reasons of a cancellation, for the partner that asked or for the operator. */
export const cancellationsBy = (type: Organisation['type']): readonly string[] =>
  type === 'partenaire'
    ? ['Demande faite par erreur.', 'Le client a renoncé.', 'Nous ne suivons plus ce client.']
    : ['Demande enregistrée par erreur.', 'Vous nous avez demandé de la retirer.', 'Le client a renoncé.']

const storageKey = (move: string, id: string): string => `motif.${move} ${id}`

/** A reason that was sent, to go on with it if the service refuses it later. */
export const sentMotif = (move: string, id: string, value: string): Draft | undefined =>
  value === '' ? undefined : { of: storageKey(move, id), value, inTab: true }

/** A reason that is being typed: it survives closing and reloading, in this tab, until it is emptied. */
export function useMotif(move: string, id: string) {
  const draft = useTabDraft<string>(storageKey(move, id))
  const [motif, setMotif] = useState(() => draft.read() ?? '')
  const write = (text: string) => {
    setMotif(text)
    if (text === '') draft.forget()
    else draft.keep(text)
  }
  return { motif, write }
}
