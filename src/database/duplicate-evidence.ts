import { ControleDoublon, CorrespondanceDoublon, ReservationConcurrente } from '../contract/reservations.ts'
import { instant, many, one } from './projection.ts'
import { sql } from './sql.ts'

/** The duplicate evidence of the row `reservation`, read from its tables, or null. */
export const doublonsDetectes = one(
  ControleDoublon,
  sql`(select reservation.doublon_resultat) as controle where doublon_resultat is not null`,
  {
    resultat: sql`doublon_resultat`,
    controle_le: instant(sql`reservation.doublon_controle_le`),
    correspondances: many(
      CorrespondanceDoublon,
      sql`reservation_correspondance where reservation_id = reservation.id`,
      sql`rang`,
    ),
    reservations_concurrentes: many(
      ReservationConcurrente,
      sql`reservation_concurrente where reservation_id = reservation.id`,
      sql`rang`,
      { reservation_id: sql`concurrente_id` },
    ),
  },
)
