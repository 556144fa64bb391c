import { hash } from 'node:crypto'
import { type Kind, kindOf, type Schema } from '../../contract/kind.ts'
import { meaningOf, ownerOf } from '../../contract/lexique.ts'

/** A realistic value of this schema, the same at each call. */
export function exampleOf(schema: Schema, owner = '', name = ''): unknown {
  const kind = kindOf(schema)
  const { exemple } = meaningOf(owner, name)
  switch (kind.kind) {
    case 'nullable':
      return exampleOf(kind.of, owner, name)
    case 'union':
      return exampleOf(kind.options[0] ?? {}, owner, name)
    case 'array':
      return [exampleOf(kind.items, owner, name)]
    case 'object':
      if (typeof exemple === 'object') return exemple
      return Object.fromEntries(
        Object.entries(kind.fields).map(([field, type]) => [
          field,
          exampleOf(type, schema.$id ?? owner, field),
        ]),
      )
    case 'enumeration':
      return kind.words.includes(String(exemple)) ? exemple : kind.words[0]
    default:
      return exemple ?? usual(kind, ownerOf(owner, name))
  }
}

function usual({ kind }: Kind, named: string): unknown {
  switch (kind) {
    case 'uuid':
      return idOf(named)
    case 'date':
      return '2026-11-15'
    case 'instant':
      return '2026-11-15T08:30:00.000Z'
    case 'boolean':
      return true
    case 'integer':
    case 'amount':
    case 'number':
      return 1
    default:
      return 'clients.consulter'
  }
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
