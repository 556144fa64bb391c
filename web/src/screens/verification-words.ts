import type { DocumentKyc, DocumentKycDetail } from 'antenne-client'
import type { MoveWords } from './move-buttons.tsx'
import type { Told } from './refusal.ts'

/** What a person may say of a document. */
export type Verdict = 'valide' | 'a_completer' | 'rejete'

/** The words of each verdict, and what it makes of a document. */
export const verdicts = {
  valide: { button: 'Valider', working: 'Validation en cours…', done: 'validé', key: 'v' },
  a_completer: {
    button: 'Demander un complément',
    working: 'Demande en cours…',
    done: 'renvoyé à compléter',
    key: 'c',
  },
  rejete: { button: 'Rejeter', working: 'Rejet en cours…', done: 'rejeté', key: 'r' },
} as const satisfies Record<Verdict, MoveWords & { done: string }>

/** What may still be said of a document: an infected one can only be rejected, even after it was validated. */
export function verdictsOn({ statut, infecte }: DocumentKycDetail): readonly Verdict[] {
  if (infecte) return statut === 'depose' || statut === 'valide' ? ['rejete'] : []
  return statut === 'depose' ? ['valide', 'a_completer', 'rejete'] : []
}

/** Usual reasons, to be chosen and edited. */
export const reasons: Readonly<Record<Exclude<Verdict, 'valide'>, readonly string[]>> = {
  a_completer: [
    'Une page manque : déposez le document en entier.',
    'Le document est illisible : déposez une copie plus nette.',
    'La signature ou le cachet manque.',
    'La date d’émission ne se lit pas : déposez une copie où elle se lit.',
  ],
  rejete: [
    'Ce n’est pas le document demandé.',
    'Le document est illisible : déposez une copie plus nette.',
    'Ce document ne concerne pas votre société.',
    'Ce document a expiré : déposez-en un plus récent.',
    'Le document semble avoir été modifié : déposez l’original.',
  ],
}

/** The reason for a file that is blocked. */
export const INFECTED = 'Le fichier est infecté : déposez une copie saine du document.'

/** How a document is called among others. */
export const nameOf = ({ type_document, partenaire }: DocumentKycDetail): string =>
  `${type_document.libelle}, ${partenaire.raison_sociale}`

const doneOf = (statut: string | null): string => verdicts[statut as Verdict]?.done ?? 'traité'

/** What became of an open document while somebody looked at it. */
export function meanwhileWords({ statut, verifie_par }: DocumentKyc, me: string, by: string | null): string {
  if (statut === 'expire') return 'Ce document vient d’expirer : il ne peut plus être vérifié.'
  const other = ` par ${by ?? 'une autre personne'}`
  return `Ce document vient d’être ${doneOf(statut)}${verifie_par === me ? ' par vous, dans une autre fenêtre' : other}.`
}

/** What happened, for the person who did it. */
export const doneWords = (name: string, { statut }: DocumentKyc): Told => ({
  tone: 'good',
  text: `${name} : document ${doneOf(statut)}.`,
  over: true,
})

/** How documents are spoken of when something stood in the way. */
export const refusedDocument = {
  already: (statut: string | null) => `document déjà ${doneOf(statut)}`,
  changed: 'ce document a changé entre-temps. Relisez-le, puis décidez.',
}
