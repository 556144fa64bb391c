import type pg from 'pg'
import { CritereDoublon } from '../contract/enums.ts'
import { pipelined } from '../database/pipeline.ts'
import { sql } from '../database/sql.ts'
import { dated } from '../identity/caller.ts'
import { withScope } from '../identity/scope.ts'
import type { Actor } from './actor.ts'
import { bestOf, type Close } from './doublon/best.ts'
import { type Draft, findDraftCandidates } from './doublon/candidates.ts'
import { type Weights, weights } from './doublon/similarity.ts'

/** The records close to a draft, the most similar first. What is found does not depend on who asks. */
export async function closeTo(connection: pg.Client, draft: Draft): Promise<Close[]> {
  const [{ rows }, candidates] = await pipelined(connection, [
    () => connection.query<{ poids: Weights }>(`select ${weights} as poids`, []),
    () => findDraftCandidates(connection, draft),
  ])
  return bestOf(candidates, rows[0]?.poids as Weights)
}

/** The result of a check as this person may see it (D18): that there are close records, and which of them it sees. */
export async function evidenceFor(connection: pg.Client, who: Actor, close: readonly Close[], now: Date) {
  const ids = close.map(({ client_id }) => client_id)
  const { rows } = await connection.query<{
    id: string
    raison_sociale: string
    partenaire_actuel_id: string | null
  }>(
    withScope(
      ['client'],
      dated(who, now),
      sql`select id, raison_sociale, partenaire_actuel_id from client where id = any (${ids}::uuid[])`,
    ),
  )
  const seen = new Map(rows.map((row) => [row.id, row]))
  return {
    resultat: close.length === 0 ? 'aucun' : 'doublon_potentiel',
    controle_le: now.toISOString(),
    correspondances: close.flatMap(({ client_id, criteres, similarite }) => {
      const row = seen.get(client_id)
      if (row === undefined) return []
      const { raison_sociale, partenaire_actuel_id } = row
      return [
        {
          client_id,
          raison_sociale,
          partenaire_actuel_id,
          criteres: [...criteres].sort(byOrder),
          similarite,
        },
      ]
    }),
    reservations_concurrentes: [],
  }
}

const order = (CritereDoublon as { enum?: string[] }).enum ?? []
const byOrder = (a: string, b: string) => order.indexOf(a) - order.indexOf(b)

/** Two people who create a client with the same number at once do so one after the other. */
export async function lockNumbers(
  connection: pg.Client,
  { rccm, ncc }: Pick<Draft, 'rccm' | 'ncc'>,
): Promise<void> {
  await connection.query(
    `select pg_advisory_xact_lock(cle) from (
      select hashtextextended(numero, 0) as cle from (
        select 'rccm ' || antenne.rccm_souche($1) as numero union select 'ncc ' || antenne.ncc_normalise($2)
      ) as n where numero is not null order by cle offset 0
    ) as c`,
    [rccm, ncc],
  )
}
