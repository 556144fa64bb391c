import { typesFichier } from '../../contract/types-fichier.ts'
import { id } from './head.ts'
import type { Json } from './references.ts'
import type { Refusing } from './refusals.ts'

/** The path of a link, as it is served and described. */
export const DOWNLOAD = { id: 'telechargerFichier', path: '/extension/v1/fichiers/{id}' } as const

/** What a download may be refused with. */
export const refusingDownload: Refusing = {
  id: DOWNLOAD.id,
  codes: ['lien_invalide', 'intervalle_invalide', 'trop_de_requetes', 'service_indisponible'],
}

const signed = (name: string): Json => ({
  ...{ name, in: 'query', required: true, description: 'Donné par lierFichier, tel quel' },
  schema: { type: 'string' },
})

/** The bytes of a file, as they are; `binary` is what generators know them by. */
export const files: Json = Object.fromEntries(
  Object.keys(typesFichier).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
)

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
