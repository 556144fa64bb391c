import type { TSchema } from 'typebox'
import { LARGEST_PARAMETER } from './pagination.ts'

interface Shape {
  type?: string
  format?: string
  pattern?: string
  description?: string
  uniqueItems?: boolean
  enum?: string[]
  anyOf?: Shape[]
  items?: Shape
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
}

const formats: Record<string, string> = {
  uuid: 'un identifiant UUID (8-4-4-4-12 chiffres hexadécimaux)',
  date: 'une date AAAA-MM-JJ qui existe',
  'date-time': 'un instant ISO 8601 avec fuseau, comme 2026-11-15T08:30:00.000Z',
  email: 'une adresse électronique, comme nom@domaine.ci',
}

/** What a value of this schema is, in French, for the person who must correct it. */
export function expectation(schema: TSchema): string {
  return describe(schema as Shape)
}

function describe(shape: Shape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(describe).join(' ou ')
  if (shape.enum !== undefined) return `l'une de ces valeurs : ${shape.enum.join(', ')}`
  if (shape.format !== undefined) return formats[shape.format] ?? shape.format
  if (shape.pattern !== undefined) return shape.description ?? 'un texte'
  switch (shape.type) {
    case 'boolean':
      return 'true ou false'
    case 'null':
      return 'null'
    case 'integer':
      return `un nombre entier ${range(shape)}`
    case 'number':
      return shape.multipleOf === 1 ? `un montant entier ${range(shape)}` : `un nombre ${range(shape)}`
    case 'array':
      return `une liste${shape.uniqueItems === true ? ' sans répétition' : ''} (chaque élément : ${describe(shape.items ?? {})})`
    case 'object':
      return 'un objet'
    default:
      return `un texte${length(shape)}`
  }
}

const range = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Shape): string =>
  maximum >= LARGEST_PARAMETER
    ? `supérieur ou égal à ${minimum} (au plus ${maximum})`
    : `de ${minimum} à ${maximum}`

const length = ({ minLength, maxLength }: Shape): string => {
  if (minLength !== undefined) return ` de ${minLength} à ${maxLength} caractères, sans caractère de contrôle`
  return maxLength === undefined ? '' : ` de ${maxLength} caractères au plus`
}
