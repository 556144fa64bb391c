import { hash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { meaningOf, ownerOf } from '../../contract/lexique.ts'

interface Shape {
  readonly $id?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
}

/** A value of this schema that a person recognises, the same at each call. */
export const exampleOf = (schema: TSchema, owner = '', name = ''): unknown =>
  exampleOfShape(schema as Shape, owner, name)

function exampleOfShape(shape: Shape, owner: string, name: string): unknown {
  const [first] = shape.anyOf ?? []
  if (first !== undefined) return exampleOfShape(first, owner, name)
  if (shape.type === 'array') return [exampleOfShape(shape.items ?? {}, owner, name)]
  if (shape.type === 'object') {
    const fields = Object.entries(shape.properties ?? {})
    return Object.fromEntries(
      fields.map(([field, type]) => [field, exampleOfShape(type, shape.$id ?? '', field)]),
    )
  }
  const { exemple } = meaningOf(owner, name)
  if (shape.enum !== undefined) return shape.enum.includes(String(exemple)) ? exemple : shape.enum[0]
  return exemple ?? usual(shape, ownerOf(owner, name))
}

function usual({ type, format }: Shape, named: string): unknown {
  if (format === 'uuid') return idOf(named)
  if (format === 'date') return '2026-11-15'
  if (format === 'date-time') return '2026-11-15T08:30:00.000Z'
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? 1 : 'clients.consulter'
}

/** An identifier for each resource: the client of a contact is the client of the example. */
function idOf(named: string): string {
  const digits = hash('sha1', named.toLowerCase(), 'hex')
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ]
  return [...parts, digits.slice(20, 32)].join('-')
}
