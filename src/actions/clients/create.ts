import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Static } from 'typebox'
import type { NouveauClient } from '../../contract/corps-clients.ts'
import { pipelined } from '../../database/pipeline.ts'
import type { Actor } from '../actor.ts'
import { refuseDuplicate } from './duplicates.ts'
import { requireReferences } from './references.ts'
import { insertContact, insertSite } from './rows.ts'

type Body = Static<typeof NouveauClient>

/** Creates a client with its contacts, sites and organisation, unless it is there already. Returns its id. */
export async function createClient(
  connection: pg.Client,
  who: Actor,
  body: Body,
  now: Date,
): Promise<string> {
  const { contacts = [], sites = [], confirmer_doublon: confirmed = false, ...fields } = body
  const id = randomUUID()
  const draft = {
    id,
    raison_sociale: fields.raison_sociale,
    rccm: fields.rccm ?? null,
    ncc: fields.ncc ?? null,
    telephones: [fields.telephone, ...contacts.map(({ telephone }) => telephone)].filter(
      (one) => one != null,
    ),
    emails: [fields.email, ...contacts.map(({ email }) => email)].filter((one) => one != null),
  }
  const references = [{ at: '', of: fields }, ...sites.map((of, index) => ({ at: `sites[${index}].`, of }))]
  // One after the other: how long a refusal of the first takes tells nothing of what the second finds (A1).
  await requireReferences(connection, references)
  await refuseDuplicate(connection, who, draft, { confirmed, now })
  const at = now.toISOString()
  const organisation_id = randomUUID()
  const ids = contacts.map(() => randomUUID())
  await pipelined<unknown[]>(connection, [
    () =>
      connection.query(
        `insert into organisation (id, type, nom, statut, cree_le, modifie_le) values ($1, 'client', $2, 'active', $3, $3)`,
        [organisation_id, fields.raison_sociale, at],
      ),
    () =>
      connection.query(INSERT, [
        ...[id, organisation_id, fields.raison_sociale, fields.forme_juridique, fields.rccm, fields.ncc],
        ...[fields.secteur_id, fields.adresse_facturation, fields.ville, fields.zone_id],
        ...[fields.telephone, fields.email, who.type === 'partenaire' ? 'partenaire' : 'direct'],
        ...[who.utilisateur_id, at],
      ]),
    ...contacts.map((contact, rank) => () => insertContact(connection, id, contact, at, ids[rank])),
    ...sites.map(({ contact, ...site }) => () => {
      const contact_id = contact == null ? null : (ids[contact] ?? null)
      return insertSite(connection, id, { ...site, contact_id }, at)
    }),
  ])
  return id
}

const INSERT = `
  insert into client (id, organisation_id, raison_sociale, forme_juridique, rccm, ncc, secteur_id, adresse_facturation, ville,
    zone_id, telephone, email, origine, statut, statut_kyc, credit_approuve, cree_par, cree_le, modifie_le)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'prospect', 'a_fournir', false, $14, $15, $15)`
