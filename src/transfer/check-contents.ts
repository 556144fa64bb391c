import type pg from 'pg'
import { shown } from '../contract/field-faults.ts'
import { typesFichier } from '../contract/types-fichier.ts'
import { CONTENTS } from './contents.ts'
import type { Faults } from './faults.ts'

/**
 * Every one of the contents belongs to a record of this import, and agrees with it. A type that nobody can deposit is
 * free text to us: there the size alone must agree. A record that changes agrees with stored contents, or brings
 * others.
 */
const disagreeing = `
  select ligne, nom, case
      when lu.id is null then 'orphelin'
      when faute is not null then 'illisible'
      when taille <> taille_octets then 'taille'
      when lower(type_mime) = any ($1) and lower(type_mime) is distinct from type then 'type' end as raison,
    faute, taille, taille_octets, type_mime
  from import_contenu left join import_fichier as lu on lu.id::text = nom
  where not exists (select from import_rejete where import_rejete.id::text = nom)
  union all
  select ligne, lu.id::text, case
      when lu.taille_octets <> connu.taille_octets then 'autre_taille'
      when lu.type_mime <> connu.type_mime then 'autre_type' end,
    null, connu.taille_octets, lu.taille_octets, lu.type_mime
  from import_fichier as lu join fichier as connu on connu.id = lu.id and connu.contenu_id is not null
  where not exists (select from import_contenu where nom = lu.id::text)`

interface Disagreement {
  readonly ligne: number | null
  readonly nom: string
  readonly raison: keyof typeof reasons
  readonly faute: string | null
  readonly taille: string
  readonly taille_octets: string
  readonly type_mime: string
}

const reasons = {
  orphelin: () => ['', 'aucune fiche ; attendu : l’id, en minuscules, d’une ligne de fichier.ndjson'],
  illisible: ({ nom, faute }) => ['id', `${CONTENTS}/${nom} : ${faute}`],
  taille: ({ nom, taille, taille_octets }) => [
    'taille_octets',
    `${shown(taille_octets)} ; attendu : ${taille}, la taille de ${CONTENTS}/${nom}`,
  ],
  type: ({ nom, type_mime }) => [
    'type_mime',
    `${shown(type_mime)} ; attendu : le type de ${CONTENTS}/${nom}, dont les premiers octets en montrent un autre`,
  ],
  autre_taille: ({ nom, taille, taille_octets }) => [
    'taille_octets',
    `${shown(taille_octets)} ; attendu : ${taille}, la taille du contenu enregistré, ou un autre contenu dans ${CONTENTS}/${nom}`,
  ],
  autre_type: ({ nom, type_mime }) => [
    'type_mime',
    `${shown(type_mime)} ; attendu : le type du contenu enregistré, ou un autre contenu dans ${CONTENTS}/${nom}`,
  ],
} satisfies Record<string, (found: Disagreement) => [field: string, message: string]>

/** Checks the staged contents against the staged records, and these against stored contents. */
export async function checkContents(client: pg.Client, faults: Faults): Promise<void> {
  const { rows } = await client.query<Disagreement & { total: string }>(
    `select *, count(*) over () as total from (${disagreeing}) as trouve
     where raison is not null order by ligne, nom limit 100`,
    [Object.keys(typesFichier)],
  )
  for (const found of rows) {
    const [field, message] = reasons[found.raison](found)
    const place =
      found.ligne === null ? { whole: `${CONTENTS}/${found.nom}` } : { file: 'fichier', line: found.ligne }
    faults.add({ ...place, field, message })
  }
  faults.addUnshown(Number(rows[0]?.total ?? 0) - rows.length)
}
