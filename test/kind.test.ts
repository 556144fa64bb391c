import Type from 'typebox'
import { describe, expect, inject, test } from 'vitest'
import { expectation } from '../src/contract/expectation.ts'
import { kindOf, type Schema } from '../src/contract/kind.ts'
import { enumeration, Jour, nullable, Telephone } from '../src/contract/primitives.ts'
import { object } from '../src/database/projection.ts'
import { sql } from '../src/database/sql.ts'
import { withWriter } from '../src/database/writer.ts'
import { bodyOf } from '../src/http/description/openapi.ts'
import { readQuery } from '../src/http/serving/validation.ts'
import { operations } from '../src/operations/index.ts'
import { Refusal } from '../src/refusal.ts'
import { resources } from '../src/transfer/resources.ts'

describe('what a schema is', () => {
  /** Kinds of everything that a schema is made of. */
  const kindsIn = (schema: Schema): string[] => {
    const kind = kindOf(schema)
    const inner =
      kind.kind === 'nullable'
        ? [kind.of]
        : kind.kind === 'array'
          ? [kind.items]
          : kind.kind === 'object'
            ? Object.values(kind.fields)
            : []
    return [kind.kind, ...inner.flatMap(kindsIn)]
  }

  test('is known for every answer, parameter and record of the contract', () => {
    const answers = operations.map(bodyOf)
    const parameters = operations.flatMap((operation) =>
      'query' in operation ? Object.values(operation.query) : [],
    )
    const records = Object.values(resources).flatMap(({ fields }) => Object.values(fields))
    const kinds = new Set([...answers, ...parameters, ...records].flatMap(kindsIn))
    expect([...kinds].sort()).toEqual([
      'amount',
      'array',
      'boolean',
      'date',
      'email',
      'enumeration',
      'instant',
      'integer',
      'nullable',
      'number',
      'object',
      'text',
      'uuid',
    ])
  })

  test('is the same in the short form of «or null»', () => {
    expect(kindOf({ type: ['string', 'null'], format: 'uuid' })).toEqual({
      kind: 'nullable',
      of: { type: 'string', format: 'uuid' },
    })
  })
})

describe('a text parameter', () => {
  const read = (schema: Schema, text: string) => {
    try {
      return readQuery({ query: { ville: schema }, required: [] }, { ville: text }).ville
    } catch (error) {
      if (error instanceof Refusal) return error.details
      throw error
    }
  }
  const refused = (words: string) => ({ ville: `Donnez ${words}.` })

  test.each([
    ['without limits', Type.String()],
    ['with a longest length alone', Type.String({ maxLength: 6 })],
    ['with a shortest length alone', Type.String({ minLength: 2 })],
    ['with a pattern', Type.String({ pattern: '^[A-Z]' })],
  ])('%s is read', (_, schema) => {
    expect(read(schema, ' Bouaké ')).toBe('Bouaké')
  })

  test('that does not fit is refused in words that say what fits', () => {
    expect(read(Type.String(), 'a\u0007b')).toEqual(refused('un texte, sans caractère de contrôle'))
    expect(read(Type.String({ maxLength: 3 }), 'Bouaké')).toEqual(
      refused('un texte de 3 caractères au plus, sans caractère de contrôle'),
    )
    expect(read(Type.String({ minLength: 9 }), 'Bouaké')).toEqual(
      refused("un texte d'au moins 9 caractères, sans caractère de contrôle"),
    )
    expect(read(Telephone, '12')).toEqual(refused(expectation(Telephone)))
  })

  test('of a date is a date that exists', () => {
    expect(read(Jour, '2026-02-28')).toBe('2026-02-28')
    expect(read(Jour, '2026-02-30')).toEqual(refused('une date AAAA-MM-JJ qui existe'))
  })
})

test('a text is written as JSON whatever its pattern lets through', async () => {
  const schema = Type.Object({
    code: Type.String({ pattern: '^.+$' }),
    autre: nullable(Type.String({ pattern: '' })),
    mot: enumeration('Mot', ['a', 'b'], ''),
  })
  const row = { code: 'dit «"\\»\n', autre: '"', mot: 'a' }
  const { text, values } = sql`select ${object(schema, {})} as json
    from (values (${row.code}, ${row.autre}, ${row.mot})) as ligne (code, autre, mot)`
  const { rows } = await withWriter(inject('server'), (client) => client.query(text, values))
  expect(JSON.parse(rows[0].json)).toEqual(row)
})
