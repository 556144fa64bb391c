import type pg from 'pg'
import type { Static } from 'typebox'
import { MAX_SITES, type ModificationSite, type NouveauSite } from '../../contract/corps-clients.ts'
import { suitesSite } from '../../contract/suites-site.ts'
import { instantText } from '../../database/projection.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { instantAfter, requireVersion } from '../version.ts'
import { coordinateFaults } from './coordinates.ts'
import { lockChangeableClient } from './lock-changeable.ts'
import { requireReferences, UNKNOWN } from './references.ts'
import { changesOf, insertSite, update } from './rows.ts'

export async function addSite(
  connection: pg.Client,
  who: Actor,
  client_id: string,
  body: Static<typeof NouveauSite>,
  now: Date,
): Promise<string> {
  await lockChangeableClient(connection, who, client_id)
  const { rows } = await connection.query<{ n: number }>(
    'select count(*)::int as n from site where client_id = $1',
    [client_id],
  )
  if ((rows[0]?.n ?? 0) >= MAX_SITES)
    throw new Refusal('limite_atteinte', {
      message: `Ce client a déjà ${MAX_SITES} sites, le maximum. Modifiez l’un d’eux, ou adressez-vous à l’opérateur.`,
      details: { maximum: MAX_SITES },
    })
  await requireReferences(connection, [{ at: '', of: body }])
  await requireContact(connection, client_id, body.contact_id)
  return insertSite(connection, client_id, body, now.toISOString())
}

interface StoredSite {
  readonly id: string
  readonly libelle: string
  readonly adresse: string | null
  readonly ville: string | null
  readonly zone_id: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly contact_id: string | null
  readonly statut: keyof typeof suitesSite
  readonly modifie_le: string
}

/** Only the operator changes the state of a site. */
export function requireOperatorForState({ type }: Actor, { statut }: Static<typeof ModificationSite>): void {
  if (statut === undefined || type === 'operateur') return
  throw new Refusal('acces_refuse', {
    message: "Seul l'opérateur change l'état d'un site.",
    details: { permission_requise: 'clients.modifier' },
  })
}

export async function changeSite(
  connection: pg.Client,
  who: Actor,
  { id, partId, version }: { id: string; partId: string; version: string | null },
  body: Static<typeof ModificationSite>,
  now: Date,
): Promise<void> {
  await lockChangeableClient(connection, who, id)
  const { rows } = await connection.query<StoredSite>(
    `select id, libelle, adresse, ville, zone_id, latitude, longitude, contact_id, statut, ${instantText('modifie_le')} as modifie_le
    from site where id = $1 and client_id = $2 for update`,
    [partId, id],
  )
  const [stored] = rows
  if (stored === undefined) throw new Refusal('ressource_introuvable')
  const changes = changesOf<StoredSite>(stored, body)
  if (changes.statut !== undefined && !suitesSite[stored.statut].includes(changes.statut))
    throw new Refusal('etat_incompatible', {
      message: `Ce site est maintenant « ${stored.statut} » : ${following(stored.statut)}.`,
      details: { statut: stored.statut },
    })
  requireVersion(stored.modifie_le, version)
  if (Object.keys(changes).length === 0) return
  await requireReferences(connection, [{ at: '', of: changes }])
  await requireContact(connection, id, changes.contact_id)
  const faults = coordinateFaults({ ...stored, ...changes })
  if (Object.keys(faults).length > 0) throw new Refusal('parametres_invalides', { details: faults })
  await update(connection, 'site', partId, { ...changes, modifie_le: instantAfter(now, [stored.modifie_le]) })
}

/** What may become of a site in that state. */
function following(statut: StoredSite['statut']): string {
  const words = suitesSite[statut].map((one) => `« ${one} »`)
  return words.length === 0 ? 'il ne change plus d’état' : `il peut devenir ${words.join(' ou ')}`
}

async function requireContact(
  connection: pg.Client,
  client_id: string,
  id: string | null | undefined,
): Promise<void> {
  if (id == null) return
  const { rows } = await connection.query('select from contact where id = $1 and client_id = $2', [
    id,
    client_id,
  ])
  if (rows.length === 0) throw new Refusal('parametres_invalides', { details: { contact_id: UNKNOWN } })
}
