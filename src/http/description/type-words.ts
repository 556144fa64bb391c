import type { Schema } from './document.ts'

const words: Readonly<Record<string, string>> = {
  string: 'texte',
  integer: 'entier',
  number: 'nombre',
  boolean: 'booléen',
  object: 'objet',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'date',
  'date-time': 'instant',
  email: 'adresse électronique',
}

/** What a value is, in few words. */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').pop() ?? ''
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeWords).join(' ou ')
  if (schema.type === 'array') return `liste de ${typeWords(schema.items ?? {})}`
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length > 0)
    return `{ ${fields.map(([name, type]) => `${name}: ${typeWords(type)}`).join(', ')} }`
  const types = [schema.type ?? 'valeur'].flat().map((type) => ofType(type, schema))
  return types.join(' ou ') + range(schema)
}

const ofType = (type: string, { enum: values, format }: Schema): string =>
  type === 'string' ? (values?.join(' | ') ?? formats[format ?? ''] ?? 'texte') : (words[type] ?? type)

const range = ({ minimum, maximum, default: usual }: Schema): string => {
  const most = maximum === undefined || maximum >= 2 ** 31 - 1 ? '' : ` à ${maximum}`
  const bounds = minimum === undefined || most === '' ? '' : ` de ${minimum}${most}`
  return bounds + (usual === undefined ? '' : `, ${usual} par défaut`)
}
