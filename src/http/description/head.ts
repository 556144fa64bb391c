import type { TSchema } from 'typebox'
import { version } from '../../package.ts'
import { type Json, refer } from './references.ts'

/** A schema in the document: its named objects are referred to. */
export type Reference = (schema: TSchema) => Json

/** A description in OpenAPI 3.1: what is said of it, its subjects, and what `build` makes of the declarations. */
export function documentOf(
  about: { readonly title: string; readonly summary: string; readonly description: string },
  tags: readonly { readonly name: string; readonly description: string }[],
  build: (reference: Reference) => { readonly paths: Json; readonly responses: Json },
): Json {
  const schemas: Json = {}
  const { paths, responses } = build((schema) => refer(schema, schemas))
  const { title, ...said } = about
  return {
    openapi: '3.1.0',
    info: { title, version, ...said, license: { name: 'Propriétaire', identifier: 'LicenseRef-Antenne' } },
    servers: [{ url: '/', description: 'Ce service' }],
    security: [{ jeton: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      parameters: { IfNoneMatch },
      responses: { non_modifie, ...responses },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/** How callers say who they are. */
const securitySchemes: Json = {
  jeton: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "Jeton d'accès du fournisseur d'identité",
  },
}

/** The tag of an answer. */
export const tagged: Json = {
  ETag: { description: 'Empreinte, pour If-None-Match', schema: { type: 'string' } },
}

/** What every read takes: the tag of the answer that the caller has. */
const IfNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'L’`ETag` de la réponse déjà reçue : 304 si elle n’a pas changé',
  schema: { type: 'string' },
}

const non_modifie: Json = { description: 'Rien n’a changé : réponse sans corps.', headers: tagged }

/** An id in the path. */
export const id = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', format: 'uuid' },
})
