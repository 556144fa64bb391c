import type { CodeErreur } from '../../contract/erreur.ts'
import type { CodeExtension } from '../../contract/erreur-extension.ts'
import { typesFichier } from '../../contract/types-fichier.ts'
import { id } from './head.ts'
import type { Json } from './references.ts'

/** The path of a link, as it is served and described. */
export const DOWNLOAD = { id: 'telechargerFichier', path: '/extension/v1/fichiers/{id}' } as const

/** What a download may be refused with. */
export const downloadCodes: (CodeErreur | CodeExtension)[] = [
  'lien_invalide',
  'intervalle_invalide',
  'trop_de_requetes',
  'service_indisponible',
]

const signed = (name: string): Json => ({
  ...{ name, in: 'query', required: true, description: 'Donné par lierFichier, tel quel' },
  schema: { type: 'string' },
})

/** The bytes of a file, as they are. */
export const files: Json = Object.fromEntries(Object.keys(typesFichier).map((type) => [type, {}]))

/** The download of a file by its link, described by hand: it is answered with bytes. */
export const describeDownload = (tags: readonly string[], refusals: Json): Json => ({
  operationId: DOWNLOAD.id,
  tags,
  summary: 'Télécharge le fichier d’un lien',
  description:
    'Suivez l’adresse que donne lierFichier, sans la changer et sans jeton. Une partie se demande avec Range.',
  security: [],
  parameters: [
    id('id', 'Identifiant du fichier'),
    ...['utilisateur', 'expire', 'cle', 'signature'].map(signed),
  ],
  responses: {
    200: { description: 'Le fichier', content: files },
    206: { description: 'La partie demandée', content: files },
    ...refusals,
  },
})
