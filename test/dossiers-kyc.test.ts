import Value from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PartenaireKyc } from '../src/contract/conformite-extension.ts'
import { competitor, operator, partner, withoutRights } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Dossier {
  readonly id: string
  readonly kyc: { readonly manquants: number; readonly a_verifier: number; readonly expirent: number }
}
interface Document {
  readonly statut: string
  readonly type_document_id: string
  readonly date_expiration: string | null
  readonly cree_le: string
  readonly fichier: { readonly statut_scan: string }
}

const dossiers = async (query = '', who = operator) => {
  const { status, body } = await world.get(who, `/extension/v1/partenaires?taille=100${query}`)
  expect(status).toBe(200)
  return body.donnees as Dossier[]
}

/** What the contract's own list of documents says of a partner's file. */
async function expected(id: string): Promise<Dossier['kyc']> {
  const { donnees } = (await world.get(operator, `/api/v1/partenaires/${id}/documents-kyc`)).body
  const documents = donnees as Document[]
  const { types_document } = (await world.get(operator, '/extension/v1/references')).body
  const needed = (
    types_document as { id: string; cible: string; obligatoire: boolean; actif: boolean }[]
  ).filter((type) => type.cible === 'partenaire' && type.obligatoire && type.actif)
  const isGood = ({ statut, fichier }: Document) =>
    (statut === 'valide' || statut === 'depose') && fichier.statut_scan !== 'infecte'
  const soon = new Date(world.now.getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
  return {
    manquants: needed.filter(
      (type) => !documents.some((one) => one.type_document_id === type.id && isGood(one)),
    ).length,
    a_verifier: documents.filter(
      ({ statut, fichier }) =>
        statut === 'depose' || (statut === 'valide' && fichier.statut_scan === 'infecte'),
    ).length,
    expirent: documents.filter(
      (one) =>
        one.statut === 'valide' &&
        one.date_expiration !== null &&
        one.date_expiration <= soon &&
        !documents.some(
          (next) =>
            next.type_document_id === one.type_document_id && next.cree_le > one.cree_le && isGood(next),
        ),
    ).length,
  }
}

test('each partner of the contract’s list comes with what its documents ask for', async () => {
  const rows = await dossiers()
  const listed = (await world.get(operator, '/api/v1/partenaires?taille=100')).body.donnees as {
    id: string
  }[]
  expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
  for (const [place, { kyc, ...plain }] of rows.entries()) {
    expect([...Value.Errors(PartenaireKyc, { ...plain, kyc })]).toEqual([])
    expect(plain).toEqual(listed[place])
    expect([plain.id, kyc]).toEqual([plain.id, await expected(plain.id)])
  }
  // The demonstration has some of each.
  for (const what of ['manquants', 'a_verifier', 'expirent'] as const)
    expect(rows.some(({ kyc }) => kyc[what] > 0)).toBe(true)
})

test('an infected file is to be verified again, and renews nothing', async () => {
  const [row] = await world.sql<{ fichier_id: string }>(
    `update fichier set statut_scan = 'infecte' where id = (select fichier_id from document_kyc as d
      join partenaire using (organisation_id) where d.statut = 'valide' and exists (select from document_kyc as ancien
        where ancien.organisation_id = d.organisation_id and ancien.type_document_id = d.type_document_id and ancien.id <> d.id)
      order by d.id limit 1) returning id as fichier_id`,
  )
  expect(row).toBeDefined()
  for (const { id, kyc } of await dossiers()) expect([id, kyc]).toEqual([id, await expected(id)])
})

test('a filter keeps those whose file asks for it', async () => {
  const all = await dossiers()
  const kept = async (kyc: string) => (await dossiers(`&kyc=${kyc}`)).map(({ id }) => id)
  const where = (holds: (kyc: Dossier['kyc']) => boolean) =>
    all.filter(({ kyc }) => holds(kyc)).map(({ id }) => id)
  expect(await kept('a_completer')).toEqual(where(({ manquants }) => manquants > 0))
  expect(await kept('a_verifier')).toEqual(where(({ a_verifier }) => a_verifier > 0))
  expect(await kept('expire_bientot')).toEqual(where(({ expirent }) => expirent > 0))
  expect(await kept('complet')).toEqual(where((kyc) => Object.values(kyc).every((count) => count === 0)))
  expect((await world.get(operator, '/extension/v1/partenaires?kyc=autre')).status).toBe(422)
})

test('a partner sees its own file alone, and who may not read partners none', async () => {
  for (const who of [partner, competitor]) {
    const own = (await world.get(who, '/api/v1/partenaires')).body.donnees as { id: string }[]
    expect((await dossiers('', who)).map(({ id }) => id)).toEqual(own.map(({ id }) => id))
  }
  expect((await world.get(withoutRights, '/extension/v1/partenaires')).status).toBe(403)
})
