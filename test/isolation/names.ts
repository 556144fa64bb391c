import { name, type Sql, sql } from '../../src/database/sql.ts'
import { withWriter } from '../../src/database/writer.ts'
import { type Table, withScope } from '../../src/identity/scope.ts'
import { isWaiting, seesDocument, seesEntry } from './document-reads.ts'
import { callers } from './people.ts'
import { entries } from './stored.ts'
import { records, type TestBed } from './test-bed.ts'

/** Whether a user sees a row, by the rule. */
type Sees = (who: string, testBed: TestBed) => boolean

/** A plain table name that an operation may read, and every row that is behind it. */
interface Named {
  readonly table: Table
  /** What tells the rows apart, as SQL. */
  readonly key: Sql
  readonly rows: readonly { readonly key: string; readonly sees: Sees }[]
}

const seesClient =
  (id: string): Sees =>
  (who, { rule }) =>
    rule.verdict(who, 'client', id).seen
const seesPartner =
  (id: string | undefined): Sees =>
  (who, { rule }) =>
    id !== undefined && rule.verdict(who, 'partenaire', id).seen
const seesClaim =
  (id: string): Sees =>
  (who, { rule }) =>
    rule.verdict(who, 'reservation', id).seen
const both =
  (one: Sees, other: Sees): Sees =>
  (who, testBed) =>
    one(who, testBed) && other(who, testBed)

const isInfected = (fichier_id: string): boolean =>
  records.fichier.some(({ id, statut_scan }) => id === fichier_id && statut_scan === 'infecte')

const documents = records.document_kyc.map(({ id, fichier_id, organisation_id }) => ({
  ...{ id, fichier_id },
  partner: records.partenaire.find((partner) => partner.organisation_id === organisation_id)?.id,
}))

/** The operator reads all rows of a table, also those of nobody. */
const orAll =
  (sees: Sees): Sees =>
  (who, testBed) =>
    testBed.rule.organisationOf(who).type === 'operateur' || sees(who, testBed)

const isColleague =
  (id: string): Sees =>
  (who, { rule }) =>
    rule.organisationOf(who).id === rule.organisationOf(id).id

const managed = [...new Set(records.client.flatMap(({ partenaire_actuel_id }) => partenaire_actuel_id ?? []))]

const named: readonly Named[] = [
  {
    ...{ table: 'utilisateur', key: sql`id` },
    rows: records.utilisateur.map(({ id }) => ({ key: id, sees: (who) => who === id })),
  },
  {
    ...{ table: 'organisation', key: sql`id` },
    rows: records.organisation.map(({ id }) => ({
      key: id,
      sees: (who, { rule }) => rule.organisationOf(who).id === id,
    })),
  },
  {
    ...{ table: 'partenaire', key: sql`id` },
    rows: records.partenaire.map(({ id }) => ({ key: id, sees: seesPartner(id) })),
  },
  {
    ...{ table: 'partenaire_zone', key: sql`partenaire_id || ' ' || zone_id` },
    rows: records.partenaire.flatMap(({ id, zone_ids }) =>
      zone_ids.map((zone) => ({ key: `${id} ${zone}`, sees: seesPartner(id) })),
    ),
  },
  {
    ...{ table: 'partenaire_secteur', key: sql`partenaire_id || ' ' || secteur_id` },
    rows: records.partenaire.flatMap(({ id, secteur_ids }) =>
      secteur_ids.map((sector) => ({ key: `${id} ${sector}`, sees: seesPartner(id) })),
    ),
  },
  {
    ...{ table: 'contrat_cadre', key: sql`id` },
    rows: records.contrat_cadre.map(({ id, partenaire_id }) => ({
      key: id,
      sees: seesPartner(partenaire_id),
    })),
  },
  {
    ...{ table: 'document_kyc', key: sql`id` },
    rows: documents.map(({ id, partner }) => ({ key: id, sees: seesPartner(partner) })),
  },
  {
    ...{ table: 'fichier', key: sql`id` },
    rows: documents.map(({ fichier_id, partner }) => ({
      key: fichier_id,
      sees: orAll(seesPartner(partner)),
    })),
  },
  {
    ...{ table: 'document_a_verifier', key: sql`id` },
    rows: records.document_kyc.map((document) => ({
      key: document.id,
      sees: both(
        (who, { rule }) => rule.organisationOf(who).type === 'operateur',
        (who, testBed) => isWaiting(testBed, document) && seesDocument(testBed, who, document),
      ),
    })),
  },
  // The operator, too, is given only files of partners' documents; the contents of an infected one nobody is.
  ...(['fichier_pris', 'contenu', 'contenu_morceau'] as const).map((table) => ({
    ...{ table, key: table === 'contenu_morceau' ? sql`contenu_id` : sql`id` },
    rows: documents.map(({ fichier_id, partner }) => ({
      key: fichier_id,
      sees: table !== 'fichier_pris' && isInfected(fichier_id) ? () => false : seesPartner(partner),
    })),
  })),
  {
    ...{ table: 'fichier_depose', key: sql`id` },
    rows: records.document_kyc.map(({ fichier_id, organisation_id }) => ({
      key: fichier_id,
      sees: (who, { rule }) => rule.organisationOf(who).id === organisation_id,
    })),
  },
  {
    ...{ table: 'mouvement_document', key: sql`id` },
    rows: entries.map((entry) => ({
      key: entry.mouvement,
      sees: (who, testBed) => seesEntry(testBed, who, entry),
    })),
  },
  ...(['client', 'client_liste'] as const).map((table) => ({
    ...{ table, key: sql`id` },
    rows: records.client.map(({ id }) => ({ key: id, sees: seesClient(id) })),
  })),
  ...(['contact', 'site'] as const).map((table) => ({
    ...{ table, key: sql`id` },
    rows: records[table].map(({ id, client_id }) => ({ key: id, sees: seesClient(client_id) })),
  })),
  {
    ...{ table: 'partenaire_actuel', key: sql`id` },
    rows: records.partenaire.map(({ id }) => ({
      key: id,
      sees: orAll(
        (who, testBed) =>
          managed.includes(id) &&
          records.client.some(
            (client) =>
              client.partenaire_actuel_id === id && testBed.rule.verdict(who, 'client', client.id).seen,
          ),
      ),
    })),
  },
  ...(['reservation', 'file_reservation'] as const).map((table) => ({
    ...{ table, key: sql`id` },
    rows: records.reservation.map(({ id }) => ({ key: id, sees: seesClaim(id) })),
  })),
  {
    ...{ table: 'collegue', key: sql`id` },
    rows: records.utilisateur.map(({ id }) => ({ key: id, sees: orAll(isColleague(id)) })),
  },
  {
    ...{ table: 'demandeur', key: sql`id` },
    rows: records.utilisateur.map(({ id }) => ({
      key: id,
      sees: both(orAll(isColleague(id)), (who, { rule }) =>
        records.reservation.some(
          (one) => one.demandee_par === id && rule.verdict(who, 'reservation', one.id).seen,
        ),
      ),
    })),
  },
  {
    ...{ table: 'reservation_correspondance', key: sql`reservation_id || ' ' || client_id` },
    rows: records.reservation.flatMap(({ id, doublons_detectes }) =>
      (doublons_detectes?.correspondances ?? []).map(({ client_id }) => ({
        key: `${id} ${client_id}`,
        sees: both(seesClaim(id), seesClient(client_id)),
      })),
    ),
  },
  {
    ...{ table: 'reservation_concurrente', key: sql`reservation_id || ' ' || concurrente_id` },
    rows: records.reservation.flatMap(({ id, doublons_detectes }) =>
      (doublons_detectes?.reservations_concurrentes ?? []).map(({ reservation_id }) => ({
        key: `${id} ${reservation_id}`,
        sees: both(seesClaim(id), seesClaim(reservation_id)),
      })),
    ),
  },
]

/** Each name means to each user the rows that the rule says: also where an operation looks no further than it needs. */
export async function checkNames(testBed: TestBed): Promise<void> {
  const { world } = testBed.visitors
  const aujourdhui = testBed.today
  await withWriter(world.connection, async (client) => {
    for (const caller of callers.filter(({ who }) => testBed.rule.access(who, null) === 'granted')) {
      const who = `${caller.who}`
      const { id, type } = testBed.rule.organisationOf(who)
      const ids = { utilisateur_id: who, organisation_id: id, partenaire_id: testBed.rule.recordOf(id) }
      const viewer = { ...ids, type, permissions: [], aujourdhui }
      for (const { table, key, rows } of named) {
        const statement = withScope([table], viewer, sql`select ${key} as key from ${name(table)}`)
        const found = await client.query<{ key: string }>(statement)
        const got = new Set(found.rows.map((row) => row.key))
        const mark = testBed.matrix.row({
          ...{ operation: table, dimension: 'plain name', caller, granted: true },
        })
        for (const { key, sees } of rows) mark(key, sees(who, testBed), got.has(key))
        const known = new Set(rows.map((row) => row.key))
        for (const one of got)
          if (!known.has(one)) testBed.matrix.complain(`${table}: ${one}, of nobody’s making`)
      }
    }
  })
}
