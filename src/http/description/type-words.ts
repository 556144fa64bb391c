import { kindOf, presentOf, type Schema } from '../../contract/kind.ts'

/** A short French description of a value's type. */
export const typeWords = (schema: Schema): string => wordsOf(schema) + range(presentOf(schema))

function wordsOf(schema: Schema): string {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'reference':
      return kind.name
    case 'nullable':
      return `${wordsOf(kind.of)} ou null`
    case 'union':
      return kind.options.map(typeWords).join(' ou ')
    case 'array':
      return `liste de ${typeWords(kind.items)}`
    case 'object': {
      const fields = Object.entries(kind.fields).map(([name, type]) => `${name}: ${typeWords(type)}`)
      return fields.length === 0 ? 'objet' : `{ ${fields.join(', ')} }`
    }
    case 'enumeration':
      return kind.words.join(' | ')
    default:
      return words[kind.kind]
  }
}

const words = {
  map: 'objet',
  uuid: 'UUID',
  date: 'date',
  instant: 'instant',
  email: 'adresse électronique',
  text: 'texte',
  integer: 'entier',
  amount: 'nombre',
  number: 'nombre',
  boolean: 'booléen',
  null: 'null',
  any: 'valeur',
}

const range = ({ minimum, maximum, default: usual }: Schema): string => {
  const most = maximum === undefined || maximum >= 2 ** 31 - 1 ? '' : ` à ${maximum}`
  const bounds = minimum === undefined || most === '' ? '' : ` de ${minimum}${most}`
  return bounds + (usual === undefined ? '' : `, ${usual} par défaut`)
}
