import type pg from 'pg'
import { inBulk } from './bulk.ts'
import { columnsOf, type Link, type ResourceName, resources } from './resources.ts'
import { stagingOf } from './stage.ts'

/** What an import does to a resource. */
export interface Counts {
  readonly ajoutees: number
  readonly modifiees: number
  readonly inchangees: number
}

/** How many of the staged records are new, would change a stored one, or are stored as they are. */
export async function countChanges(client: pg.Client, name: ResourceName): Promise<Counts> {
  const stamps = ['cree_le', 'modifie_le'].filter((column) => columnsOf(resources[name]).includes(column))
  const same = [
    sameColumns(name),
    ...stamps.map((column) => `coalesce(s.${column}, e.${column}) is not distinct from e.${column}`),
  ].join(' and ')
  const { rows } = await client.query<Counts>(
    `select count(*) filter (where e.id is null)::int as ajoutees,
       count(*) filter (where e.id is not null and not (${same}))::int as modifiees,
       count(*) filter (where e.id is not null and ${same})::int as inchangees
     from ${stagingOf(name)} as s left join ${name} as e on e.id = s.id`,
  )
  return rows[0] as Counts
}

/**
 * Writes the staged records of one resource: new ids are inserted, known ones replaced, and rows that would not change
 * are not touched. Omitted `cree_le` and `modifie_le` keep their stored values if the row does not change; otherwise
 * they become the time of the import.
 */
export async function merge(client: pg.Client, name: ResourceName, instant: string): Promise<void> {
  const columns = columnsOf(resources[name])
  const others = columns.filter((column) => column !== 'id')
  const now = client.escapeLiteral(instant)
  const insert = `insert into ${name} as t (${columns.join(', ')})
     select ${columns.map((column) => stampedColumn(name, column, now)).join(', ')}
     from ${stagingOf(name)} as s left join ${name} as e on e.id = s.id
     on conflict (id) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
     where (${others.map((column) => `t.${column}`).join(', ')})
       is distinct from (${others.map((column) => `excluded.${column}`).join(', ')})`
  await inBulk(client, name, async () => void (await client.query(insert)))
  for (const [field, link] of Object.entries(resources[name].links))
    await mergeLink(client, name, field, link)
  if (name === 'reservation') await mergeEvidence(client)
}

function stampedColumn(name: ResourceName, column: string, now: string): string {
  if (column === 'cree_le') return `coalesce(s.cree_le, e.cree_le, ${now})`
  if (column !== 'modifie_le') return givenColumn(column)
  return `coalesce(s.modifie_le, case when ${sameColumns(name)} then e.modifie_le end, ${now})`
}

/** Whether the staged and the stored record agree in all but when they were made and changed. */
function sameColumns(name: ResourceName): string {
  const compared = columnsOf(resources[name]).filter(
    (column) => !['id', 'cree_le', 'modifie_le'].includes(column),
  )
  const list = (of: (column: string) => string) => compared.map(of).join(', ')
  return [
    `(${list(givenColumn)}) is not distinct from (${list((column) => `e.${column}`)})`,
    ...sameLinks(name),
    ...sameEvidence(name),
  ].join(' and ')
}

/** The name under which a client was asked for stays, unless another is given. */
const givenColumn = (column: string): string =>
  column === 'client_nom' ? 'coalesce(s.client_nom, e.client_nom)' : `s.${column}`

const sameLinks = (name: ResourceName): string[] =>
  Object.entries(resources[name].links).map(
    ([field, { table, owner, member }]) =>
      `array(select m from unnest(s.${field}) as m order by m) = array(select ${member} from ${table} where ${owner} = e.id order by ${member})`,
  )

/** Two results of the same instant are the same. */
const sameEvidence = (name: ResourceName): string[] =>
  name === 'reservation'
    ? [
        `(s.doublons_detectes is null and s.statut = 'demandee'
          or (s.doublons_detectes ->> 'controle_le')::instant is not distinct from e.doublon_controle_le)`,
      ]
    : []

/** Makes the links of the staged records exactly those that they list. */
async function mergeLink(
  client: pg.Client,
  name: ResourceName,
  field: string,
  { table, owner, member }: Link,
) {
  const listed = `select s.id, membre from ${stagingOf(name)} as s, unnest(s.${field}) as membre`
  await client.query(`delete from ${table} where ${owner} in (select id from ${stagingOf(name)})
    and not exists (select from ${stagingOf(name)} as s where s.id = ${table}.${owner} and ${table}.${member} = any (s.${field}))`)
  await client.query(`insert into ${table} (${owner}, ${member}) ${listed} on conflict do nothing`)
}

/** Writes the evidence of the staged reservations; a pending one without evidence keeps the stored one. */
async function mergeEvidence(client: pg.Client): Promise<void> {
  const given = `import_reservation as s where (s.doublons_detectes is not null or s.statut <> 'demandee')`
  await client.query(`update reservation as r set
      doublon_resultat = (s.doublons_detectes ->> 'resultat')::resultat_doublon,
      doublon_controle_le = (s.doublons_detectes ->> 'controle_le')::instant
    from ${given} and r.id = s.id
      and (r.doublon_resultat, r.doublon_controle_le) is distinct from
        ((s.doublons_detectes ->> 'resultat')::resultat_doublon, (s.doublons_detectes ->> 'controle_le')::instant)`)
  for (const table of ['reservation_correspondance', 'reservation_concurrente']) {
    await client.query(`delete from ${table} where reservation_id in (select s.id from ${given})`)
  }
  await client.query(`insert into reservation_correspondance
    select s.id, rang, (c ->> 'client_id')::uuid, c ->> 'raison_sociale', (c ->> 'partenaire_actuel_id')::uuid,
      array(select jsonb_array_elements_text(c -> 'criteres'))::critere_doublon[], (c ->> 'similarite')::double precision
    from import_reservation as s,
      jsonb_array_elements(s.doublons_detectes -> 'correspondances') with ordinality as element (c, rang)`)
  await client.query(`insert into reservation_concurrente
    select s.id, rang, (c ->> 'reservation_id')::uuid, (c ->> 'partenaire_id')::uuid, (c ->> 'demandee_le')::instant
    from import_reservation as s,
      jsonb_array_elements(s.doublons_detectes -> 'reservations_concurrentes') with ordinality as element (c, rang)`)
}
