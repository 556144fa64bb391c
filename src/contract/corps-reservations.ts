import Type from 'typebox'
import { enumeration, Uuid } from './primitives.ts'

/** Why something was decided, for the person concerned. */
export const Motif = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'Motif, lu par le partenaire',
})

/** The number of a client in a register, as people write it. */
const Numero = Type.String({ minLength: 1, maxLength: 255 })

export const Decision = Type.Object(
  {
    decision: enumeration('ChoixDecision', ['validee', 'refusee'], 'Décision'),
    motif: Type.Optional(Motif),
    concurrentes_vues: Type.Optional(Type.Array(Uuid, { maxItems: 100 })),
  },
  { $id: 'DecisionReservation', additionalProperties: false, description: "Décision de l'opérateur" },
)

export const Annulation = Type.Object(
  { motif: Motif },
  {
    $id: 'AnnulationReservation',
    additionalProperties: false,
    description: "Annulation d'une demande en attente",
  },
)

export const Demande = Type.Object(
  {
    client_id: Type.Optional(Uuid),
    rccm: Type.Optional(Numero),
    ncc: Type.Optional(Numero),
    partenaire_id: Type.Optional(Uuid),
  },
  {
    $id: 'DemandeReservation',
    additionalProperties: false,
    description: 'Demande d’un client : exactement un de client_id, rccm, ncc',
  },
)
