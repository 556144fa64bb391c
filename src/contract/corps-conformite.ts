import Type from 'typebox'
import { Motif } from './corps-reservations.ts'
import { enumeration, Jour, Uuid } from './primitives.ts'

export const DepotDocument = Type.Object(
  {
    type_document_id: Uuid,
    fichier_id: Uuid,
    date_emission: Type.Optional(Jour),
    date_expiration: Type.Optional(Jour),
  },
  {
    $id: 'DepotDocument',
    additionalProperties: false,
    description: 'Document à vérifier, avec un fichier déposé auparavant',
  },
)

export const VerificationDocument = Type.Object(
  {
    statut: enumeration(
      'ResultatVerification',
      ['valide', 'a_completer', 'rejete'],
      'Résultat de la vérification',
    ),
    motif: Type.Optional(Motif),
    date_emission: Type.Optional(Jour),
    date_expiration: Type.Optional(Jour),
  },
  {
    $id: 'VerificationDocument',
    additionalProperties: false,
    description: 'Résultat d’une vérification ; une validation peut corriger les dates',
  },
)

/** An action without a body. */
export const Rien = Type.Object({}, { $id: 'Rien', additionalProperties: false })
