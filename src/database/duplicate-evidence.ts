import { ControleDoublon, CorrespondanceDoublon, ReservationConcurrente } from '../contract/reservations.ts'
import { instant, many, one } from './projection.ts'
import { number, type Sql, sql } from './sql.ts'

/** How many close records a check keeps, and a read shows. */
export const LONGEST_EVIDENCE = 50

const evidence = (correspondances: Sql) =>
  one(
    ControleDoublon,
    sql`(select reservation.doublon_resultat) as controle where doublon_resultat is not null`,
    {
      resultat: sql`doublon_resultat`,
      controle_le: instant(sql`reservation.doublon_controle_le`),
      correspondances: many(CorrespondanceDoublon, correspondances, sql`rang`),
      reservations_concurrentes: many(
        ReservationConcurrente,
        sql`reservation_concurrente where reservation_id = reservation.id`,
        sql`rang`,
        { reservation_id: sql`concurrente_id` },
      ),
    },
  )

/** The duplicate evidence of the row `reservation`, read from its tables, or null. Older checks kept more. */
export const doublonsDetectes = evidence(
  sql`reservation_correspondance where reservation_id = reservation.id and rang <= ${number(LONGEST_EVIDENCE)}`,
)

/** The same, whole: what an export keeps. */
export const tousDoublonsDetectes = evidence(
  sql`reservation_correspondance where reservation_id = reservation.id`,
)
