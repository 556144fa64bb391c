import {
  PeriodeForfait,
  StatutClient,
  StatutKyc,
  StatutPartenaire,
  StatutReservation,
} from '../contract/enums.ts'
import { kindOf } from '../contract/kind.ts'
import { Chiffre, TableauDeBord } from '../contract/tableau-de-bord.ts'
import { object } from '../database/projection.ts'
import { join, literal, type Sql, sql } from '../database/sql.ts'
import { totalOf } from '../operations/compose.ts'
import { listerClients } from '../operations/lister-clients.ts'
import { listerOffres } from '../operations/lister-offres.ts'
import { listerPartenaires } from '../operations/lister-partenaires.ts'
import { listerReservations } from '../operations/lister-reservations.ts'
import { item, type ListOperation } from '../operations/operation.ts'
import { listerDocumentsAVerifier } from './documents-kyc.ts'

/** A figure is the total of a list with some filters. */
interface Figure {
  readonly list: ListOperation
  readonly filters: Readonly<Record<string, string>>
}

const figure = (list: ListOperation, filters: Figure['filters'] = {}): Figure => ({ list, filters })

/** A figure for each word of a filter. */
function each(list: ListOperation, filter: string, schema: object, others: Figure['filters'] = {}): Figure[] {
  const kind = kindOf(schema)
  if (kind.kind !== 'enumeration') throw new Error(`${filter} is no enumeration`)
  return kind.words.map((word) => figure(list, { [filter]: word, ...others }))
}

const figures: readonly Figure[] = [
  ...each(listerReservations, 'statut', StatutReservation),
  figure(listerClients),
  ...each(listerClients, 'statut', StatutClient),
  ...each(listerClients, 'statut_kyc', StatutKyc),
  figure(listerPartenaires),
  ...each(listerPartenaires, 'statut', StatutPartenaire),
  figure(listerDocumentsAVerifier),
  figure(listerOffres, { actif: 'true' }),
  ...each(listerOffres, 'periode', PeriodeForfait, { actif: 'true' }),
]

const counted = ({ list, filters }: Figure): Sql =>
  object(Chiffre, {
    lecture: sql`${literal(list.id)}::text`,
    filtres: sql`${new URLSearchParams(filters).toString()}::text`,
    total: sql`case when ${list.permission} in (select permission from mes_permissions)
      and ${list.operators === true ? sql`exists (select from voit_tout)` : sql`true`} then ${totalOf(list, filters)} end`,
  })

/** The figures of the home screen, in one call. */
export const lireTableauDeBord = item({
  id: 'lireTableauDeBord',
  path: '/extension/v1/tableau-de-bord',
  permission: 'tableau_de_bord.consulter',
  summary: 'Les chiffres de l’accueil',
  description:
    'Chaque chiffre est le total d’une lecture avec ses filtres, dans votre périmètre ; null sans la permission de cette lecture.',
  of: TableauDeBord,
  reads: ['mes_permissions', 'voit_tout', ...new Set(figures.flatMap(({ list }) => list.reads))],
  from: sql`(select) as tout`,
  fields: { chiffres: sql`'[' || ${join(figures.map(counted), " || ',' || ")} || ']'` },
})
