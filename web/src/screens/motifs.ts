import { tabDraft } from '../ui/draft.ts'
import type { Move } from './outcome-words.ts'

/** Usual reasons, to be chosen and edited. */
export const motifs: Readonly<Record<Exclude<Move, 'validee'>, readonly string[]>> = {
  refusee: [
    'Ce client est déjà suivi par un autre partenaire.',
    'Cette fiche double celle d’un client existant.',
    'Ce client n’est pas dans votre zone.',
    'La demande ne permet pas de reconnaître l’entreprise : complétez la fiche du client.',
  ],
  annulee: ['Demande faite par erreur.', 'Le client a renoncé.', 'Nous ne suivons plus ce client.'],
}

const draft = (id: string) => tabDraft<string>(`motif.${id}`)

/** A reason that was typed and not sent yet: it survives closing and reloading, in this tab. */
export const draftOf = (id: string): string => draft(id).read() ?? ''

export function keepDraft(id: string, text: string): void {
  if (text === '') draft(id).forget()
  else draft(id).keep(text)
}
