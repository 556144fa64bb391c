import type pg from 'pg'
import type { Faults } from './faults.ts'
import { type Resource, type ResourceName, resourceNames, resources, type Unique } from './resources.ts'
import { stagingOf } from './stage.ts'

interface Row {
  ligne: number
  valeur: string
  total: string
}

/** Checks that need all records: duplicate ids, references, uniqueness, two-factor authentication. */
export async function checkStaged(
  client: pg.Client,
  given: readonly ResourceName[],
  faults: Faults,
): Promise<void> {
  for (const name of resourceNames.filter((candidate) => given.includes(candidate))) {
    const tell = async (field: string, message: (value: string) => string, query: string) => {
      const { rows } = await client.query<Row>(
        `select ligne, valeur, count(*) over () as total from (${query}) as faute (ligne, valeur) order by ligne limit 100`,
      )
      for (const { ligne, valeur } of rows)
        faults.add({ file: name, line: ligne, field, message: message(valeur) })
      faults.addUnshown(Number(rows[0]?.total ?? 0) - rows.length)
    }
    const resource = resources[name]
    await tell(
      'id',
      (id) => `« ${id} » ; attendu : un identifiant qui ne figure qu’une fois dans le fichier`,
      `select ligne, id::text from (select ligne, id, row_number() over (partition by id order by ligne) as rang
        from ${stagingOf(name)}) as lu where rang > 1`,
    )
    for (const [field, target] of referencesOf(resource)) {
      const expected = (id: string) =>
        `« ${id} » ; attendu : l'id d'une ligne de ${target}.ndjson ou déjà enregistrée`
      await tell(field, expected, unknownReferences(name, resource, field, target))
    }
    for (const unique of resource.unique) {
      const field = unique.fields[0] as string
      await tell(field, (value) => `« ${value} » ; attendu : ${unique.message}`, repeated(name, unique))
    }
    if (name === 'organisation') {
      const expected = () =>
        'operateur ; attendu : un autre type, ou la double authentification de ses utilisateurs'
      await tell('type', expected, becomesOperator)
    }
    if (name === 'utilisateur') {
      const expected = () => 'false ; attendu : true, obligatoire dans une organisation de type operateur'
      await tell('double_authentification', expected, withoutSecondFactor)
    }
  }
}

function* referencesOf({ references, links }: Resource): Generator<[string, ResourceName]> {
  yield* Object.entries(references)
  for (const [field, { of }] of Object.entries(links)) if (of !== undefined) yield [field, of]
}

const unknownReferences = (
  name: ResourceName,
  { links }: Resource,
  field: string,
  target: ResourceName,
): string => {
  const member = field in links ? `unnest(${field})` : field
  return `select ligne, cite::text from (select ligne, ${member} as cite from ${stagingOf(name)}) as reference
    where cite is not null
      and not exists (select from ${stagingOf(target)} as nouveau where nouveau.id = cite)
      and not exists (select from ${target} as connu where connu.id = cite)
      and not exists (select from import_rejete as rejete where rejete.id = cite)`
}

/** Rows that share values with an earlier line, or with a stored row that this run does not replace. */
const repeated = (name: ResourceName, { fields, when }: Unique): string => {
  const staging = stagingOf(name)
  const same = fields.map((field) => `connu.${field} = lu.${field}`).join(' and ')
  return `select ligne, ${fields[0]}::text from (
      select *, row_number() over (partition by ${fields.join(', ')} order by ligne) as rang from ${staging} as s where ${when === undefined ? 'true' : `s.${when}`}
    ) as lu
    where rang > 1 or exists (
      select from ${name} as connu where ${same} and connu.id <> lu.id and ${when === undefined ? 'true' : `connu.${when}`}
        and not exists (select from ${staging} as remplace where remplace.id = connu.id)
        and not exists (select from import_rejete as rejete where rejete.id = connu.id))`
}

const withoutSecondFactor = `select utilisateur.ligne, '' from import_utilisateur as utilisateur
  left join import_organisation as nouvelle on nouvelle.id = utilisateur.organisation_id
  left join organisation as connue on connue.id = utilisateur.organisation_id
  where coalesce(nouvelle.type, connue.type) = 'operateur' and not utilisateur.double_authentification`

const becomesOperator = `select distinct nouvelle.ligne, '' from import_organisation as nouvelle
  join utilisateur on utilisateur.organisation_id = nouvelle.id
  where nouvelle.type = 'operateur' and not utilisateur.double_authentification
    and not exists (select from import_utilisateur as remplace where remplace.id = utilisateur.id)
    and not exists (select from import_rejete as rejete where rejete.id = utilisateur.id)`
