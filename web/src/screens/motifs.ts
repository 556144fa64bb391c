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

const place = (id: string) => `motif ${id}`

/** A reason that was typed and not sent yet: it survives closing and reloading, in this tab. */
export const draftOf = (id: string): string => sessionStorage.getItem(place(id)) ?? ''

export function keepDraft(id: string, text: string): void {
  if (text === '') sessionStorage.removeItem(place(id))
  else sessionStorage.setItem(place(id), text)
}
