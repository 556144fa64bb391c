import type { Config } from '../../config.ts'
import { TypeDocument } from '../../contract/conformite.ts'
import { SecteurActivite, ZoneGeographique } from '../../contract/referentiel.ts'
import type { Source } from '../../database/database.ts'
import { many } from '../../database/projection.ts'
import { sql } from '../../database/sql.ts'
import { withReference } from '../../identity/scope.ts'
import { version } from '../../package.ts'

/** Reference lists change rarely, and they are public: the database is asked once in this many milliseconds. */
const KEPT_FOR = 60_000

interface References {
  readonly types_document: string
  readonly zones: string
  readonly secteurs: string
}

/**
 * The page's configuration as JSON text. Reference lists are at most a minute old, or as of the last successful read.
 */
export function pageConfiguration(
  config: Pick<Config, 'issuer' | 'clientId' | 'oidcScope' | 'oidcResource' | 'fileSize'>,
  database: Source,
): () => Promise<string> {
  const { issuer, clientId, oidcScope: portee, oidcResource, fileSize: fichier_taille_max } = config
  const head = JSON.stringify({
    version,
    demonstration: issuer === undefined,
    connexion:
      issuer === undefined || clientId === undefined
        ? null
        : { emetteur: issuer, client_id: clientId, portee, ressource: oidcResource ?? null },
    fichier_taille_max,
  }).slice(0, -1)
  let known: Promise<string> | undefined
  let readAt = 0
  const read = async () => {
    const [found] = await database.read<References>(references)
    const lists = `"types_document":${found?.types_document},"zones":${found?.zones},"secteurs":${found?.secteurs}`
    return `${head},${lists}}`
  }
  return () => {
    const now = performance.now()
    if (known !== undefined && now - readAt < KEPT_FOR) return known
    const before = known
    readAt = now
    const reading = read().catch((error) => {
      if (before !== undefined) return before
      known = undefined
      throw error
    })
    known = reading
    return reading
  }
}

const references = withReference(
  ['type_document', 'zone_geographique', 'secteur_activite'],
  sql`select ${many(TypeDocument, sql`type_document`, sql`libelle_plie, id`)} as types_document,
    ${many(ZoneGeographique, sql`zone_geographique`, sql`libelle_plie, id`)} as zones,
    ${many(SecteurActivite, sql`secteur_activite`, sql`libelle_plie, id`)} as secteurs`,
)
