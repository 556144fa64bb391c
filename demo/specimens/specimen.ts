import { frenchDate } from '../calendar.ts'

/** What a document says, whatever it is printed on. */
export type Specimen = {
  /** Who issues it. */
  readonly issuer: string
  readonly title: string
  /** Lines of a form: what, and its value. */
  readonly lines: readonly (readonly [string, string])[]
  readonly statement: string
  /** Whether it shows a person's face. */
  readonly portrait: boolean
}

/** The document of an organisation, as the demonstration knows it. */
export type Facts = {
  readonly code: string
  readonly libelle: string
  readonly organisation: string
  readonly representative: string
  readonly number: string
  readonly date_emission: string | null
  readonly date_expiration: string | null
}

type Form = { readonly issuer: string; readonly number: string; readonly statement: string }

const forms: Readonly<Record<string, Form>> = {
  rccm: {
    issuer: 'Greffe du tribunal de commerce',
    number: 'Immatriculation',
    statement: 'La société est inscrite au registre du commerce et du crédit mobilier.',
  },
  dfe: {
    issuer: 'Service des impôts',
    number: 'Compte contribuable',
    statement: "La société a déclaré son existence à l'administration fiscale.",
  },
  fiscal: {
    issuer: 'Service des impôts',
    number: 'Attestation',
    statement: 'La société est à jour de ses obligations fiscales.',
  },
  cnps: {
    issuer: 'Prévoyance sociale',
    number: 'Employeur',
    statement: 'La société est à jour de ses cotisations sociales.',
  },
  identite: {
    issuer: "République de Côte d'Ivoire",
    number: 'Carte',
    statement: 'Représente la société à la date du dépôt.',
  },
  rib: {
    issuer: 'Banque des Lagunes',
    number: 'Compte',
    statement: 'Le compte est ouvert au nom de la société.',
  },
  assurance: {
    issuer: 'Assurances du Golfe',
    number: 'Police',
    statement: 'La société est assurée pour sa responsabilité civile.',
  },
  references: {
    issuer: 'Chambre de commerce',
    number: 'Dossier',
    statement: 'La société a équipé les entreprises citées en annexe.',
  },
}
const other: Form = { issuer: 'Administration', number: 'Dossier', statement: 'Délivré à la société.' }

/** What a document with these facts says; first whom it is about, a person or a company. */
export function specimen({ code, libelle, organisation, representative, number, ...dates }: Facts): Specimen {
  const kind = code.replace(/^[^_]+_/, '')
  const { issuer, number: numbered, statement } = forms[kind] ?? other
  const portrait = kind === 'identite'
  const date = (label: string, day: string | null) =>
    day === null ? [] : [[label, frenchDate(day)] as const]
  return {
    issuer,
    title: libelle.replaceAll('’', "'"),
    lines: [
      ...(portrait ? [['Nom', representative] as const] : []),
      ['Société', organisation],
      [numbered, number],
      ...date('Délivré le', dates.date_emission),
      ...date('Expire le', dates.date_expiration),
    ],
    statement,
    portrait,
  }
}
