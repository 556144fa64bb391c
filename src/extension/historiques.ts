import { ChampChange, Changement, Mouvement, shownFields } from '../contract/historique.ts'
import type { Permission } from '../contract/permissions.ts'
import { Demandeur } from '../contract/reservations-extension.ts'
import { instant, many, one } from '../database/projection.ts'
import { join, literal, name, number, type Sql, sql } from '../database/sql.ts'
import { seenIn } from '../identity/lists.ts'
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

/** What the history of an item is about: its table, its column in the journal, and who may read it. */
interface Subject {
  readonly id: string
  readonly summary: string
  readonly path: `/extension/v1/${string}/{id}/historique`
  readonly of: 'client' | 'reservation' | 'document_kyc'
  readonly movements: 'mouvement_client' | 'mouvement_reservation' | 'mouvement_document'
  readonly about: 'client_id' | 'reservation_id' | 'document_id'
  readonly alsoNeeds: Permission
}

/** What a person did in one go to an item, the newest first. */
const history = ({ id, summary, path, of, movements, about, alsoNeeds }: Subject) => {
  const seen = seenIn(of)
  return list({
    id,
    path,
    permission: 'journal.consulter',
    summary,
    description:
      'Un opérateur lit tout. Les autres lisent ce que leur organisation a fait, et les décisions de l’opérateur sur leurs propres demandes et documents, sans le nom de qui a décidé.',
    of: Mouvement,
    reads: [of, 'mes_permissions', 'historique', movements, ...(seen === undefined ? [] : [seen])],
    from: sql`${name(movements)} as mouvement`,
    // Without the right to read the item, nothing of its history is read.
    parent: {
      from: sql`(select id from ${name(of)} where ${alsoNeeds}::text in (select permission from mes_permissions)) as lu`,
      children: (value) => sql`${name(about)} = ${value}`,
      ...(seen !== undefined && { seenIn: seen }),
    },
    fields: {
      auteur: one(
        Demandeur,
        sql`(select mouvement.prenom, mouvement.nom) as auteur where auteur.nom is not null`,
      ),
      changements: many(
        Changement,
        sql`historique as entree where entree.mouvement = mouvement.id and entree.${name(about)} = mouvement.${name(about)}`,
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
export const lireHistoriqueClient = history({
  id: 'lireHistoriqueClient',
  summary: 'Ce qui a été fait à un client, le plus récent en premier',
  path: '/extension/v1/clients/{id}/historique',
  of: 'client',
  movements: 'mouvement_client',
  about: 'client_id',
  alsoNeeds: 'clients.consulter',
})

/** What was done to a reservation. */
export const lireHistoriqueReservation = history({
  id: 'lireHistoriqueReservation',
  summary: 'Ce qui a été fait à une réservation, le plus récent en premier',
  path: '/extension/v1/reservations/{id}/historique',
  of: 'reservation',
  movements: 'mouvement_reservation',
  about: 'reservation_id',
  alsoNeeds: 'clients.consulter',
})

/** What was done to a KYC document and to its file. */
export const lireHistoriqueDocumentKyc = history({
  id: 'lireHistoriqueDocumentKyc',
  summary: 'Ce qui a été fait à un document KYC, le plus récent en premier',
  path: '/extension/v1/documents-kyc/{id}/historique',
  of: 'document_kyc',
  movements: 'mouvement_document',
  about: 'document_id',
  alsoNeeds: 'partenaires.consulter',
})
