import Type, { type TSchema } from 'typebox'
import { object } from './object.ts'
import { Entier, Horodatage, nullable, Texte, Uuid } from './primitives.ts'
import { ControleDoublon } from './reservations.ts'

/** The errors of the extension, beside those of the contract: each with its status and French message. */
export const extensionCatalogue = {
  cle_requise: {
    status: 400,
    message:
      "L'en-tête Idempotency-Key manque ou n'est pas valable : donnez une clé de 1 à 255 caractères, une par action.",
  },
  double_authentification_requise: {
    status: 403,
    message: 'Activez la double authentification de votre compte : elle est exigée pour agir.',
  },
  lien_invalide: {
    status: 403,
    message: 'Ce lien n’est plus valable. Rouvrez le document pour en obtenir un nouveau.',
  },
  etat_incompatible: {
    status: 409,
    message: "L'état de cet élément ne permet plus cette action. Rechargez-le pour voir ce qui a changé.",
  },
  requete_en_cours: {
    status: 409,
    message: 'La même demande est encore en cours. Réessayez dans un instant, avec la même clé.',
  },
  client_existant: {
    status: 409,
    message: 'Une fiche client porte déjà ce numéro RCCM ou NCC. Ouvrez-la, ou demandez-la en réservation.',
  },
  doublon_detecte: {
    status: 409,
    message: 'Une fiche proche existe déjà. Si c’est une autre société, confirmez-le.',
  },
  contact_utilise: {
    status: 409,
    message: 'Ce contact est rattaché à un site. Changez le contact du site, puis réessayez.',
  },
  client_reserve: {
    status: 409,
    message:
      "Ce client ne peut pas être demandé par ce numéro. Adressez-vous à l'opérateur, qui a été informé de votre demande.",
  },
  limite_atteinte: {
    status: 409,
    message: 'Une limite est atteinte. Terminez ou retirez ce qui peut l’être, puis réessayez.',
  },
  contenu_absent: {
    status: 409,
    message: 'Le contenu de ce fichier est introuvable. Demandez au partenaire de le déposer de nouveau.',
  },
  jeton_perime: {
    status: 410,
    message:
      'Ce jeton n’est plus valable. Recommencez sans jeton : vous recevrez à nouveau toutes les données.',
  },
  version_perimee: {
    status: 412,
    message: 'Cet élément a changé depuis que vous l’avez lu. Relisez-le, puis recommencez.',
  },
  corps_trop_grand: {
    status: 413,
    message: 'Le contenu envoyé est trop grand. Réduisez-le, puis réessayez.',
  },
  type_non_accepte: {
    status: 415,
    message:
      "Ce type de contenu n'est pas accepté ici. Envoyez du JSON en UTF-8, avec Content-Type: application/json.",
  },
  intervalle_invalide: {
    status: 416,
    message: 'La partie demandée n’existe pas dans ce fichier. Téléchargez-le en entier.',
  },
  cle_deja_utilisee: {
    status: 422,
    message:
      'Cette clé a déjà servi à une autre demande, qui est enregistrée. Vérifiez-la, puis utilisez une nouvelle clé pour chaque action.',
  },
  version_requise: {
    status: 428,
    message: 'Indiquez la version que vous avez lue : If-Match: "<modifie_le>".',
  },
} as const

export type CodeExtension = keyof typeof extensionCatalogue

/** The schema of `details`, for the codes that have any; null for the others. */
export const extensionDetails: Partial<Record<CodeExtension, TSchema>> = {
  // The state of what stands in the way: the reservation, the client, or a partner that is not active.
  etat_incompatible: nullable(
    object('Obstacle', 'Ce qui empêche l’action, et son état', {
      statut: nullable(Texte),
      traitee_par: Type.Optional(nullable(Uuid)),
      traitee_le: Type.Optional(nullable(Horodatage)),
      reservation_id: Type.Optional(Uuid),
    }),
  ),
  client_existant: Type.Object({ client_id: nullable(Uuid) }),
  doublon_detecte: ControleDoublon,
  contact_utilise: Type.Object({ sites: Type.Array(Uuid) }),
  limite_atteinte: Type.Object({ maximum: Entier(1) }),
  corps_trop_grand: Type.Object({ taille_max_octets: Entier(1) }),
  version_perimee: Type.Object({ modifie_le: Horodatage }),
}
