import type pg from 'pg'
import type { Static } from 'typebox'
import { MAX_CONTACTS, type ModificationContact, type NouveauContact } from '../../contract/corps-clients.ts'
import { instantText } from '../../database/projection.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { instantAfter, requireVersion } from '../version.ts'
import { lockChangeableClient } from './lock-changeable.ts'
import { changesOf, insertContact, update } from './rows.ts'

/** Adds a contact. A new main contact replaces the old one. */
export async function addContact(
  connection: pg.Client,
  who: Actor,
  client_id: string,
  body: Static<typeof NouveauContact>,
  now: Date,
): Promise<string> {
  await lockChangeableClient(connection, who, client_id)
  const { rows } = await connection.query<{ n: number }>(
    'select count(*)::int as n from contact where client_id = $1',
    [client_id],
  )
  if ((rows[0]?.n ?? 0) >= MAX_CONTACTS)
    throw new Refusal('limite_atteinte', {
      message: `Ce client a déjà ${MAX_CONTACTS} contacts. Retirez-en un avant d’en ajouter.`,
      details: { maximum: MAX_CONTACTS },
    })
  const at = body.principal === true ? await demote(connection, client_id, now) : now.toISOString()
  return insertContact(connection, client_id, body, at)
}

interface StoredContact {
  readonly id: string
  readonly prenom: string
  readonly nom: string
  readonly fonction: string | null
  readonly email: string | null
  readonly telephone: string | null
  readonly principal: boolean
  readonly modifie_le: string
}

/** A contact of this client, locked; another client's does not exist here. */
async function lockContact(connection: pg.Client, client_id: string, id: string): Promise<StoredContact> {
  const { rows } = await connection.query<StoredContact>(
    `select id, prenom, nom, fonction, email, telephone, principal, ${instantText('modifie_le')} as modifie_le
    from contact where id = $1 and client_id = $2 for update`,
    [id, client_id],
  )
  const [found] = rows
  if (found === undefined) throw new Refusal('ressource_introuvable')
  return found
}

interface Named {
  readonly id: string
  readonly partId: string
  readonly version: string | null
}

export async function changeContact(
  connection: pg.Client,
  who: Actor,
  { id, partId, version }: Named,
  body: Static<typeof ModificationContact>,
  now: Date,
): Promise<void> {
  await lockChangeableClient(connection, who, id)
  const stored = await lockContact(connection, id, partId)
  requireVersion(stored.modifie_le, version)
  const changes = changesOf<StoredContact>(stored, body)
  if (Object.keys(changes).length === 0) return
  const modifie_le =
    changes.principal === true
      ? await demote(connection, id, now, stored.modifie_le)
      : instantAfter(now, [stored.modifie_le])
  await update(connection, 'contact', partId, { ...changes, modifie_le })
}

/** Removes a contact that no site names. Removing the main one promotes nobody. */
export async function removeContact(
  connection: pg.Client,
  who: Actor,
  { id, partId, version }: Named,
): Promise<void> {
  await lockChangeableClient(connection, who, id)
  const stored = await lockContact(connection, id, partId)
  const { rows } = await connection.query<{ id: string }>(
    'select id from site where contact_id = $1 order by id',
    [partId],
  )
  if (rows.length > 0)
    throw new Refusal('contact_utilise', { details: { sites: rows.map((site) => site.id) } })
  requireVersion(stored.modifie_le, version)
  await connection.query('delete from contact where id = $1', [partId])
}

/** The main contact so far is one among others from now on. Returns the instant that the whole change carries (A3). */
async function demote(
  connection: pg.Client,
  client_id: string,
  now: Date,
  ...modified: readonly string[]
): Promise<string> {
  const { rows } = await connection.query<{ modifie_le: string }>(
    `select ${instantText('modifie_le')} as modifie_le from contact where client_id = $1 and principal`,
    [client_id],
  )
  const at = instantAfter(now, [...modified, ...rows.map(({ modifie_le }) => modifie_le)])
  await connection.query(
    'update contact set principal = false, modifie_le = $2 where client_id = $1 and principal',
    [client_id, at],
  )
  return at
}
