import type pg from 'pg'
import { uuidOf } from '../../demo/identifiers.ts'
import { parts } from './parts.ts'
import { organisationId, userId } from './people.ts'

/** An entry of the journal: something that a user of that organisation's name did to a document. */
interface Entry {
  readonly mouvement: string
  readonly document_id: string
  readonly author: string
  /** Whether it is a verification. */
  readonly decides: boolean
}

const authors = [
  ...([
    ['operator', true],
    ['operator', false],
  ] as const),
  ...(['large', 'medium', 'client one'] as const).map((name) => [name, false] as const),
]

/** Every document was touched by the operator, which verified it, and by others, whosever it is. */
export const entries: readonly Entry[] = parts.document_kyc.flatMap(({ id }) =>
  authors.map(([author, decides], turn) => ({
    ...{ mouvement: uuidOf(`movement:${id} ${turn}`), document_id: id, author, decides },
  })),
)

/** Stores what no import brings: who deposited each file, its contents, and the journal of the documents. */
export async function storeRest(client: pg.Client): Promise<void> {
  await client.query(`
    insert into contenu (id, organisation_id, empreinte, taille_octets)
    select fichier_id, organisation_id, sha256(uuid_send(fichier_id)), 4 from document_kyc;
    insert into contenu_morceau (contenu_id, rang, octets) select id, 0, '%PDF' from contenu;
    update fichier set contenu_id = contenu.id, organisation_id = contenu.organisation_id from contenu where contenu.id = fichier.id`)
  const rows = entries.map(({ author, decides, ...entry }) => ({
    ...{ ...entry, organisation_id: organisationId(author), fait_par: userId(author) },
    ...(decides ? { geste: 'verification', apres: { verifie_le: null } } : { geste: 'depot', apres: {} }),
  }))
  await client.query(
    `insert into journal (mouvement, geste, fait_par, fait_le, ressource, ressource_id, document_id, organisation_id, apres)
    select mouvement, geste, fait_par, '2026-03-02', 'document_kyc', document_id, document_id, organisation_id, apres
    from jsonb_to_recordset($1) as entree (mouvement uuid, geste text, fait_par uuid, document_id uuid, organisation_id uuid, apres jsonb)`,
    [JSON.stringify(rows)],
  )
}
