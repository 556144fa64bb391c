import type pg from 'pg'
import type { Static } from 'typebox'
import type { ModificationClient } from '../../contract/corps-clients.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { instantAfter, requireVersion } from '../version.ts'
import { refuseDuplicate } from './duplicates.ts'
import { lockChangeableClient, type StoredClient } from './lock-changeable.ts'
import { requireReferences } from './references.ts'
import { changesOf, update } from './rows.ts'

type Body = Static<typeof ModificationClient>

const CREDIT = ['credit_approuve', 'plafond_encours'] as const
const APPROVING = 'clients.credit_approuver'
const CHANGING = 'clients.modifier'

/** Changes a client. Its organisation follows its name. What does not change is neither checked nor stored. */
export async function changeClient(
  connection: pg.Client,
  who: Actor,
  { id, body, version }: { id: string; body: Body; version: string | null },
  now: Date,
): Promise<void> {
  const { confirmer_doublon: confirmed = false, ...patch } = body
  const stored = await lockChangeableClient(connection, who, id)
  requireVersion(stored.modifie_le, version)
  const changes = changesOf<StoredClient>(stored, patch)
  if (Object.keys(changes).length === 0) return
  await requireReferences(connection, [{ at: '', of: changes }])
  await refuseNewDuplicate(connection, who, stored, changes, { confirmed, now })
  const at = instantAfter(now, [stored.modifie_le])
  const approved = changes.credit_approuve
  await update(connection, 'client', id, {
    ...changes,
    ...(approved === undefined ? {} : { credit_approuve_par: approved ? who.utilisateur_id : null }),
    modifie_le: at,
  })
  if (changes.raison_sociale !== undefined)
    await connection.query(
      `update organisation set nom = $2, modifie_le = $3 where id = $1 and type = 'client'`,
      [stored.organisation_id, changes.raison_sociale, at],
    )
}

/** Approving credit needs a permission of its own, any other change that of changing clients. */
export function requireRightsOf({ type, permissions }: Actor, body: Body): void {
  const fields = Object.keys(body).filter((field) => field !== 'confirmer_doublon')
  const credit = fields.filter((field) => (CREDIT as readonly string[]).includes(field))
  const missing =
    credit.length > 0 && !(type === 'operateur' && permissions.includes(APPROVING))
      ? APPROVING
      : fields.length > credit.length && !permissions.includes(CHANGING)
        ? CHANGING
        : undefined
  if (missing !== undefined) throw new Refusal('acces_refuse', { details: { permission_requise: missing } })
}

const compared = ['raison_sociale', 'rccm', 'ncc', 'telephone', 'email'] as const

/** Whether the duplicate check compares any of these changes. */
export const isCompared = (
  changes: { readonly [Field in (typeof compared)[number]]?: string | null },
): boolean => compared.some((field) => changes[field] != null)

/** Only what really changes is checked for duplicates. */
async function refuseNewDuplicate(
  connection: pg.Client,
  who: Actor,
  { id }: StoredClient,
  changes: Partial<StoredClient>,
  given: { confirmed: boolean; now: Date },
): Promise<void> {
  if (!isCompared(changes)) return
  const { raison_sociale = null, rccm = null, ncc = null, telephone, email } = changes
  const telephones = telephone == null ? [] : [telephone]
  const emails = email == null ? [] : [email]
  await refuseDuplicate(connection, who, { id, raison_sociale, rccm, ncc, telephones, emails }, given)
}
