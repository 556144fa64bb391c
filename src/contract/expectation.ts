import { kindOf, type Schema } from './kind.ts'
import { LARGEST_PARAMETER } from './pagination.ts'

/** What a value of this schema must be, in French, for the person who has to correct it. */
export function expectation(schema: Schema): string {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'nullable':
      return `${expectation(kind.of)} ou null`
    case 'union':
      return kind.options.map(expectation).join(' ou ')
    case 'enumeration':
      return `l'une de ces valeurs : ${kind.words.join(', ')}`
    case 'uuid':
      return 'un identifiant UUID (8-4-4-4-12 chiffres hexadécimaux)'
    case 'date':
      return 'une date AAAA-MM-JJ qui existe'
    case 'instant':
      return 'un instant ISO 8601 avec fuseau, comme 2026-11-15T08:30:00.000Z'
    case 'email':
      return 'une adresse électronique, comme nom@domaine.ci'
    case 'boolean':
      return 'true ou false'
    case 'null':
      return 'null'
    case 'integer':
      return `un nombre entier ${range(schema)}`
    case 'amount':
      return `un montant entier ${range(schema)}`
    case 'number':
      return `un nombre ${range(schema)}`
    case 'array':
      return `une liste${schema.uniqueItems === true ? ' sans répétition' : ''} (chaque élément : ${expectation(kind.items)})`
    case 'object':
    case 'map':
    case 'reference':
      return 'un objet'
    case 'text':
      return schema.pattern === undefined ? `un texte${length(schema)}` : (schema.description ?? 'un texte')
    case 'any':
      return 'une valeur'
  }
}

const range = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): string =>
  maximum >= LARGEST_PARAMETER
    ? `supérieur ou égal à ${minimum} (au plus ${maximum})`
    : `de ${minimum} à ${maximum}`

const length = ({ minLength, maxLength }: Schema): string => {
  if (minLength === undefined) return maxLength === undefined ? '' : ` de ${maxLength} caractères au plus`
  const characters = maxLength === undefined ? `d'au moins ${minLength}` : `de ${minLength} à ${maxLength}`
  return ` ${characters} caractères, sans caractère de contrôle`
}
