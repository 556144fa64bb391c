import { ChampChange, Changement, Mouvement, shownFields } from '../contract/historique.ts'
import { Demandeur } from '../contract/reservations-extension.ts'
import { instant, many, one } from '../database/projection.ts'
import { join, literal, name, number, type Sql, sql } from '../database/sql.ts'
import { list } from '../operations/operation.ts'

const shown = sql`(values ${join(
  shownFields.map(
    ({ ressource, champ, rang, instant: dated }) =>
      sql`(${literal(ressource)}, ${literal(champ)}, ${number(rang)}, ${dated ? sql`true` : sql`false`})`,
  ),
  ', ',
)}) as montre (de, champ, place, date)`

/** A value of an entry as text, instants as the contract writes them (D16). */
const text = (values: Sql): Sql =>
  sql`case when date then ${instant(sql`(${values} ->> montre.champ)::timestamptz`)} else ${values} ->> montre.champ end`

/** What a person did in one go to a client or to a reservation, the newest first. */
const history = (of: 'client' | 'reservation', id: string, summary: string) => {
  const about = name(`${of}_id`)
  return list({
    id,
    path: `/extension/v1/${of}s/{id}/historique`,
    permission: 'journal.consulter',
    summary,
    description:
      'Un opérateur lit tout. Les autres lisent ce que leur organisation a fait, et les décisions de l’opérateur sur leurs propres demandes, sans le nom de qui a décidé.',
    of: Mouvement,
    reads: [of, 'mes_permissions', 'historique', `mouvement_${of}`],
    from: sql`${name(`mouvement_${of}`)} as mouvement`,
    // Who may not read the item reads nothing of its history.
    parent: {
      whole: sql`(select id from ${name(of)} where 'clients.consulter' in (select permission from mes_permissions)) as lu`,
      belongs: (value) => sql`${about} = ${value}`,
    },
    parts: {
      auteur: one(
        Demandeur,
        sql`(select mouvement.prenom, mouvement.nom) as auteur where auteur.nom is not null`,
      ),
      changements: many(
        Changement,
        sql`historique as entree where entree.mouvement = mouvement.id and entree.${about} = mouvement.${about}`,
        sql`numero`,
        {
          champs: many(
            ChampChange,
            sql`${shown} where montre.de = entree.ressource and (coalesce(entree.apres, entree.avant) ? montre.champ)`,
            sql`place`,
            { avant: text(sql`entree.avant`), apres: text(sql`entree.apres`) },
          ),
        },
      ),
    },
    query: {},
    filters: {},
    order: ['rang', 'id'],
  })
}

/** What was done to a client, its contacts, its sites and its reservations. */
export const lireHistoriqueClient = history(
  'client',
  'lireHistoriqueClient',
  'Ce qui a été fait à un client, le plus récent en premier',
)

/** What was done to a reservation. */
export const lireHistoriqueReservation = history(
  'reservation',
  'lireHistoriqueReservation',
  'Ce qui a été fait à une réservation, le plus récent en premier',
)
