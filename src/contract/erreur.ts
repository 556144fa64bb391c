import Type, { type TSchema } from 'typebox'
import { object } from './object.ts'
import { Entier } from './primitives.ts'

export const Erreur = object('Erreur', 'Toute réponse qui n’est pas un succès', {
  code: Type.String({ description: 'Code stable, pour les programmes' }),
  message: Type.String({ description: 'Message en français, pour l’affichage' }),
  details: Type.Union(
    [Type.Object({}, { additionalProperties: true }), Type.Array(Type.Unknown()), Type.Null()],
    {
      description: 'Précisions, ou null',
    },
  ),
})

/** The errors of the contract, and those of HTTP itself (D4), each with its status and French message. */
export const catalogue = {
  requete_invalide: {
    status: 400,
    message: "La requête est mal formée. Vérifiez l'adresse et les en-têtes envoyés.",
  },
  authentification_requise: {
    status: 401,
    message: 'Vous devez être connecté pour effectuer cette action. Connectez-vous, puis réessayez.',
  },
  acces_refuse: {
    status: 403,
    message: "Vous n'avez pas le droit d'effectuer cette action. Demandez ce droit à votre administrateur.",
  },
  ressource_introuvable: {
    status: 404,
    message: "L'élément demandé n'existe pas ou n'est pas visible avec vos droits.",
  },
  methode_non_autorisee: {
    status: 405,
    message: 'Cette adresse est en lecture seule : utilisez GET ou HEAD.',
  },
  parametres_invalides: {
    status: 422,
    message: 'Certains paramètres sont invalides. Corrigez ceux qui sont indiqués, puis réessayez.',
  },
  trop_de_requetes: {
    status: 429,
    message: 'Trop de requêtes en peu de temps. Patientez quelques instants avant de réessayer.',
  },
  erreur_interne: {
    status: 500,
    message:
      "Une erreur inattendue s'est produite. Réessayez ; si elle persiste, donnez au support l'en-tête x-request-id.",
  },
  service_indisponible: {
    status: 503,
    message: 'Le service est momentanément indisponible. Réessayez dans quelques instants.',
  },
} as const

export type CodeErreur = keyof typeof catalogue

/** The schema of `details`, for the codes that have any; null for the others. */
export const details: Partial<Record<CodeErreur, TSchema>> = {
  acces_refuse: Type.Object(
    { permission_requise: Type.String({ description: 'Permission qui manque' }) },
    { additionalProperties: false, description: 'Ce qui manque' },
  ),
  parametres_invalides: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: Type.String(),
    description: 'Par nom de paramètre ou de champ, ce qui est attendu',
  }),
  trop_de_requetes: Type.Object(
    { reessayer_dans_secondes: Entier(1) },
    { additionalProperties: false, description: 'Comme l’en-tête Retry-After' },
  ),
}
