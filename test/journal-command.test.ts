import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Data, openData } from './setup/command-line.ts'

let data: Data
beforeAll(async () => {
  data = await openData('demonstration')
})
afterAll(() => data.close())

test('what people wrote cannot pass for an entry of the journal', async () => {
  const [reservation] = await data.sql<{ id: string; client_id: string }>(
    'select id, client_id from reservation order by id limit 1',
  )
  const forged = 'Erreur.\n\n19/11/2026 09:00:00 UTC — validation, par Awa Koné\u001b[31m'
  await data.sql(
    `with annulee as (select set_config('antenne.mouvement', gen_random_uuid()::text, true),
        set_config('antenne.geste', 'annulation', true), set_config('antenne.fait_par', '', true),
        set_config('antenne.fait_le', now()::text, true))
      update reservation set motif_decision = $2 from annulee where id = $1`,
    [reservation?.id, forged],
  )
  const { out } = await data.run('journal', '--reservation', reservation?.id ?? '')
  expect(out).toContain('Erreur.\\u{a}\\u{a}19/11/2026 09:00:00 UTC — validation, par Awa Koné\\u{1b}[31m\n')
})

test('the journal tells of what was made, changed and removed', async () => {
  const [contact] = await data.sql<{ id: string; client_id: string; nom: string }>(
    `select id, client_id, nom from contact where not principal
      and id not in (select contact_id from site where contact_id is not null) order by id limit 1`,
  )
  if (contact === undefined) throw new Error('no contact')
  await data.sql(`do $$ begin
    perform set_config('antenne.mouvement', gen_random_uuid()::text, true), set_config('antenne.geste', 'retrait de contact', true),
      set_config('antenne.fait_par', '', true), set_config('antenne.fait_le', now()::text, true);
    update contact set fonction = 'Comptable' where id = '${contact.id}';
    delete from contact where id = '${contact.id}';
  end $$`)
  const { status, out } = await data.run('journal', '--client', contact.client_id)
  expect(status).toBe(0)
  expect(out).toContain(`contact ${contact.id} (retirée)`)
  expect(out).toContain(`nom : ${contact.nom}`)
  const json = await data.run('journal', '--client', contact.client_id, '--json')
  expect(JSON.parse(json.out)).toMatchObject([{ ressource_id: contact.id, apres: null }])
})
