import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { browserTest as test } from './setup/browser-test.ts'
import { openSite, type Site } from './setup/page.ts'
import { tour, walkTour } from './setup/tour.ts'
import { documentsTour, walkDocumentsTour } from './setup/tour-documents.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

test('the demonstration has what the tour of the README names', async () => {
  for (const said of [...Object.values(tour), ...Object.values(documentsTour)])
    expect(readme.replace(/\s+/g, ' ')).toContain(said)
  expect(await site.sql('select from client where raison_sociale = $1', [tour.existing])).toHaveLength(1)
  const [waiting] = await site.sql<{ asked: number; conflict: number }>(
    `select count(*) filter (where reservation.statut = 'demandee')::int as asked,
        count(*) filter (where reservation.statut = 'conflit')::int as conflict
      from reservation join partenaire on partenaire.id = reservation.partenaire_id
      join organisation on organisation.id = organisation_id
      where en_attente and partenaire.statut = 'actif' and organisation.statut = 'active'`,
  )
  expect(readme).toContain(
    `${waiting?.asked} requests wait for a decision and ${waiting?.conflict} are in conflict`,
  )
})

test('each kind of work has somebody to do it, and who only reads can do none of it', async () => {
  const rights = async (who: string) => (await site.get(who, '/api/v1/moi')).body.permissions as string[]
  const works = {
    'jean-baptiste.kouassi@antenne.example': 'clients.reservation_valider',
    'mariam.traore@antenne.example': 'partenaires.documents_verifier',
    'ibrahim.fofana@antenne.example': 'clients.credit_approuver',
    'fatou.coulibaly@savane-telecom.example': 'partenaires.documents_deposer',
    'moussa.kone@savane-telecom.example': 'clients.reserver',
  }
  const reader = await rights('estelle.n-guessan@antenne.example')
  expect(reader).toContain('clients.consulter')
  for (const [who, permission] of Object.entries(works)) {
    expect([who, await rights(who)]).toEqual([who, expect.arrayContaining([permission])])
    expect(await rights('awa.kone@antenne.example')).toContain(permission)
    expect(reader).not.toContain(permission)
  }
})

test('the tour can be walked as the README tells it, with its pictures', async () => {
  const scenes: string[] = []
  const stop = async (_page: unknown, scene: string) => void scenes.push(`docs/captures/visite-${scene}.png`)
  await walkTour(site, stop)
  await walkDocumentsTour(site, stop)
  expect([...readme.matchAll(/docs\/captures\/visite-[\w-]+\.png/g)].map(String)).toEqual(scenes)
  expect(site.complaints).toEqual([])
})
