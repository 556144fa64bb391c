import { expect, test } from 'vitest'
import { Client } from '../src/contract/clients.ts'
import { StatutClient } from '../src/contract/enums.ts'
import { Recherche } from '../src/contract/pagination.ts'
import { Reservation } from '../src/contract/reservations.ts'
import { clients, reservations } from '../src/identity/lists.ts'
import { listerReservations } from '../src/operations/lister-reservations.ts'
import { materialisedList } from '../src/operations/operation.ts'

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
  const list = materialisedList({
    ...declared,
    of: Client,
    materialised: clients,
    query,
    columns: { ville: 'statut' },
  })
  expect(list.order).toEqual(['raison_sociale_pliee', 'raison_sociale', 'id'])
  // @ts-expect-error a column that the list does not have
  materialisedList({ ...declared, of: Client, materialised: clients, query, columns: { ville: 'ville' } })
  // @ts-expect-error a parameter without a column
  materialisedList({ ...declared, of: Client, materialised: clients, query, columns: {} })
  const { parts } = listerReservations
  materialisedList({
    ...declared,
    of: Reservation,
    parts: parts as never,
    materialised: reservations,
    // @ts-expect-error a list without search
    query: { recherche: Recherche },
    columns: {},
  })
})
