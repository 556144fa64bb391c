import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The handler that a team writes first: `pg`, rows mapped in JavaScript, `count(*)`, one query per embedded part, and a
 * `JSON.stringify` at the end. No token is looked at. Kept as it is: it is what we compare with.
 */
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  options: '-c search_path=antenne_prive,antenne -c timezone=UTC',
})
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type Row = Record<string, unknown>

const clientOf = ({ raison_sociale_pliee, recherche, ...row }: Row) => row

async function list(page: number, taille: number) {
  // The order is read where it has an index.
  const { rows } = await pool.query(
    `select client.* from client_liste as l join client using (id) where portee = antenne.tout()
      order by l.raison_sociale_pliee, l.raison_sociale, l.id limit $1 offset $2`,
    [taille, (page - 1) * taille],
  )
  const total = (await pool.query('select count(*) as n from client')).rows[0].n as number
  return {
    donnees: rows.map(clientOf),
    pagination: { page, taille, total, pages: Math.ceil(total / taille) },
  }
}

async function detail(id: string) {
  const client = (await pool.query('select * from client where id = $1', [id])).rows[0] as Row
  const one = async (table: string, key: unknown) =>
    key === null ? null : ((await pool.query(`select * from ${table} where id = $1`, [key])).rows[0] as Row)
  const partner = await one('partenaire', client.partenaire_actuel_id)
  const { rows: contacts } = await pool.query(
    'select * from contact where client_id = $1 order by principal desc, nom, prenom, id',
    [id],
  )
  return {
    ...clientOf(client),
    secteur: await one('secteur_activite', client.secteur_id),
    zone: await one('zone_geographique', client.zone_id),
    partenaire_actuel: partner && {
      id: partner.id,
      raison_sociale: partner.raison_sociale,
      ville: partner.ville,
      statut: partner.statut,
    },
    contacts,
  }
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x')
  const id = /^\/api\/v1\/clients\/([^/]+)$/.exec(url.pathname)?.[1]
  const answer = id === undefined ? list(Number(url.searchParams.get('page') ?? 1), 20) : detail(id)
  answer
    .then((body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
    .catch((error: Error) => response.writeHead(500).end(error.message))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
