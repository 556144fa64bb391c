/** A JSON schema, from TypeBox or from the description. */
export interface Schema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly uniqueItems?: boolean
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** The kinds of values. Code that handles each kind switches on this, so that it forgets none. */
export type Kind =
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'nullable'; readonly of: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Schema>> }
  | { readonly kind: 'map'; readonly values: Schema }
  | { readonly kind: 'array'; readonly items: Schema }
  | { readonly kind: 'enumeration'; readonly words: readonly string[] }
  | { readonly kind: 'uuid' | 'date' | 'instant' | 'email' | 'text' }
  | { readonly kind: 'integer' | 'amount' | 'number' | 'boolean' | 'null' | 'any' }

const formats = { uuid: 'uuid', date: 'date', 'date-time': 'instant', email: 'email' } as const
const isFormat = (format: string | undefined): format is keyof typeof formats =>
  format !== undefined && Object.hasOwn(formats, format)

/** The kind of a schema's values. */
export function kindOf(schema: Schema): Kind {
  const { $ref, anyOf, type } = schema
  if ($ref !== undefined) return { kind: 'reference', name: $ref.slice($ref.lastIndexOf('/') + 1) }
  if (anyOf !== undefined) return unionOf(anyOf)
  return typeof type === 'object' ? unionOf(type.map((one) => ({ ...schema, type: one }))) : ofType(schema)
}

/** «A value or null» is the only union in the contract. */
function unionOf(options: readonly Schema[]): Kind {
  const [of, ...others] = options.filter(({ type }) => type !== 'null')
  return of !== undefined && others.length === 0 && options.length === 2
    ? { kind: 'nullable', of }
    : { kind: 'union', options }
}

function ofType(schema: Schema): Kind {
  switch (schema.type) {
    case 'object': {
      const values = schema.additionalProperties
      return typeof values === 'object'
        ? { kind: 'map', values }
        : { kind: 'object', fields: schema.properties ?? {} }
    }
    case 'array':
      return { kind: 'array', items: schema.items ?? {} }
    case 'string':
      if (schema.enum !== undefined) return { kind: 'enumeration', words: schema.enum }
      return { kind: isFormat(schema.format) ? formats[schema.format] : 'text' }
    case 'number':
      return { kind: schema.multipleOf === 1 ? 'amount' : 'number' }
    case 'integer':
    case 'boolean':
    case 'null':
      return { kind: schema.type }
    default:
      return { kind: 'any' }
  }
}

/** The schema without its «or null». */
export function presentOf(schema: Schema): Schema {
  const kind = kindOf(schema)
  return kind.kind === 'nullable' ? kind.of : schema
}

/** Whether a field holds values of this kind, or null. */
export const holds = (schema: Schema, kind: Kind['kind']): boolean => kindOf(presentOf(schema)).kind === kind
