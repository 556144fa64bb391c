import { name, sql } from '../database/sql.ts'
import { derived, seesAll, type VisibilityRule } from './visibility.ts'

/** The visible entries of the journal, by movement and by what they are about. */
const movements = (about: 'client_id' | 'reservation_id' | 'document_id'): VisibilityRule =>
  derived(
    ['historique'],
    sql`select mouvement as id, ${name(about)}, geste, fait_le, type_auteur, prenom, nom, -max(numero) as rang
      from historique group by mouvement, ${name(about)}, geste, fait_le, type_auteur, prenom, nom`,
  )

/** What each caller sees of the journal. */
export const historyRules = {
  // Organisations other than the operator read what they did themselves, and the operator's decisions on their own
  // requests and documents, without the names of the operator's people. They read nothing of others' requests, nor of
  // attempts.
  historique: derived(['reservation', 'document_kyc'], (viewer) => {
    const own = sql`journal.organisation_id = ${viewer.organisation_id}`
    const decided = sql`organisation.type = 'operateur' and (journal.reservation_id is not null and journal.apres ? 'traitee_le'
      or journal.document_id is not null and journal.apres ? 'verifie_le')`
    const [seen, named] = seesAll(viewer)
      ? [sql`true`, sql`true`]
      : [
          sql`journal.geste <> 'tentative' and (${own} or ${decided})
              and (journal.reservation_id is null or journal.reservation_id in (select id from reservation))
              and (journal.document_id is null or journal.document_id in (select id from document_kyc))`,
          own,
        ]
    return sql`select journal.*, organisation.type as type_auteur, auteur.prenom, auteur.nom
      from antenne_prive.journal
      left join antenne_prive.organisation on organisation.id = journal.organisation_id
      left join antenne_prive.utilisateur as auteur on auteur.id = journal.fait_par and ${named}
      where ${seen}`
  }),
  // Its movements, the newest first: all that one action did to a client, a reservation or a document.
  mouvement_client: movements('client_id'),
  mouvement_reservation: movements('reservation_id'),
  mouvement_document: movements('document_id'),
} satisfies Record<string, VisibilityRule>
