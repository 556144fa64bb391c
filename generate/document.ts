import { describe } from '../src/http/openapi.ts'
import type { Schema } from './types.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

/** An operation as the description has it. */
export interface Described {
  readonly id: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly query: readonly Parameter[]
  /** Whether it needs no token. */
  readonly open: boolean
  readonly result: Schema
}

interface OpenApi {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: Get }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Get {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  }
}

const openapi = describe() as unknown as OpenApi

/** The description of the API, read back: everything that is generated comes from it. */
export const document: OpenApi & { readonly operations: readonly Described[] } = {
  ...openapi,
  operations: Object.entries(openapi.paths).map(([path, { get }]) => ({
    id: get.operationId,
    path,
    tag: get.tags[0] ?? '',
    summary: get.summary,
    description: get.description,
    parameters: get.parameters ?? [],
    query: (get.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    open: get.security?.length === 0,
    result: get.responses[200].content['application/json'].schema,
  })),
}
