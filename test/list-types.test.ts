import { expect, test } from 'vitest'
import { Client } from '../src/contract/clients.ts'
import { StatutClient } from '../src/contract/enums.ts'
import { Pagination, Recherche } from '../src/contract/pagination.ts'
import { Texte } from '../src/contract/primitives.ts'
import { Reservation } from '../src/contract/reservations.ts'
import { sql } from '../src/database/sql.ts'
import { placeholder, Template } from '../src/database/template.ts'
import { clients, list as declare, reservations } from '../src/identity/lists.ts'
import { listerReservations } from '../src/operations/lister-reservations.ts'
import { list, materialisedList } from '../src/operations/operation.ts'

const declared = {
  id: 'essai',
  path: '/api/v1/essai',
  permission: 'clients.consulter',
  summary: 'Essai',
  reads: [],
} as const

/** What the list does not know does not compile: `npm run types` fails when one of these does. */
test('a list is filtered and searched only by what its declaration has', () => {
  const query = { ville: StatutClient }
  const made = materialisedList({
    ...declared,
    of: Client,
    materialised: clients,
    query,
    columns: { ville: 'statut' },
  })
  expect(made.order).toEqual(['raison_sociale_pliee', 'raison_sociale', 'id'])
  // @ts-expect-error a column that the list does not have
  materialisedList({ ...declared, of: Client, materialised: clients, query, columns: { ville: 'email' } })
  // @ts-expect-error a parameter without a column
  materialisedList({ ...declared, of: Client, materialised: clients, query, columns: {} })
  const { fields } = listerReservations
  materialisedList({
    ...declared,
    of: Reservation,
    fields: fields as never,
    materialised: reservations,
    // @ts-expect-error a list without search
    query: { recherche: Recherche },
    columns: {},
  })
})

test('a list is declared by columns that its table has', () => {
  const declaration = {
    of: 'reservation',
    order: { ordre: 'bigint', id: 'uuid' },
    filters: {},
    uncounted: {},
    owner: 'partenaire_id',
    search: null,
    readers: 'owner',
  } as const
  expect(declare(declaration)).toEqual(declaration)
  // @ts-expect-error an order that names no column
  declare({ ...declaration, order: { rang: 'bigint', id: 'uuid' } })
  // @ts-expect-error an order that is not total
  declare({ ...declaration, order: { ordre: 'bigint' } })
  // @ts-expect-error a filter without its column
  declare({ ...declaration, filters: { ville: 'text' } })
  // @ts-expect-error an owner that is no column
  declare({ ...declaration, owner: 'proprietaire' })
})

/** A request's value is not there yet when its statement is composed: what needs it does not compile. */
test('a filter has SQL that stands for its value, and nothing else of it', () => {
  const { filters } = list({
    ...declared,
    of: Pagination,
    from: sql`essai`,
    query: { ville: Texte },
    filters: {
      ville: (ville) => {
        // @ts-expect-error no text to work with
        expect(ville.slice).toBeUndefined()
        return sql`ville = ${ville}`
      },
    },
    order: ['id'],
  })
  const asked = placeholder(({ ville }: { ville: string }) => ville)
  const statement = new Template<{ ville: string }>(filters.ville?.(asked) ?? sql``)
  expect(statement.fill({ ville: 'Bouaké' })).toMatchObject({ text: 'ville = $1', values: ['Bouaké'] })
})
