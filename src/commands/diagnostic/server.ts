import pg from 'pg'
import type { Connection } from '../../database/database.ts'
import { readMigrations } from '../../database/migrate.ts'
import { mayWrite, unreadable } from '../../database/read-role.ts'
import { clockFinding, seconds } from './clock.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** What a server says of itself. */
export interface ServerFacts {
  readonly sujet: string
  readonly version: string
  readonly role: 'primaire' | 'copie'
  readonly ligne_de_temps: number | null
  /** Of the write-ahead log, in bytes: written by a primary, replayed by a standby. */
  readonly position: number
  /** Seconds since the last transaction that a standby has replayed was committed; null when it has replayed none. */
  readonly derniere_s: number | null
  readonly rejeu_suspendu: boolean
  readonly recoit: boolean
  readonly grappe: string | null
  readonly synchrone: string
}

const PATIENCE = 3000

/** One server of the configuration: what it is, the schema, the rights of this account, its clock. It is told of what was heard. */
export function askServer(
  sujet: string,
  connection: Connection,
  { poolSize, heard }: { poolSize: number; heard: (facts: ServerFacts) => void },
): Question {
  return {
    sujet,
    async ask(signal) {
      const client = new pg.Client({
        ...connection,
        connectionTimeoutMillis: PATIENCE,
        query_timeout: PATIENCE,
        application_name: 'antenne (diagnostic)',
      })
      client.on('error', () => {})
      const hangUp = () => client.connection.stream.destroy()
      signal.addEventListener('abort', hangUp)
      try {
        await client.connect()
        return await examine(client, sujet, poolSize, heard)
      } catch (error) {
        const { why, remedy, code } = unreached(error)
        return [wrong(sujet, `Ne répond pas : ${why}.`, remedy, { code })]
      } finally {
        hangUp()
      }
    },
  }
}

const question = `select current_setting('server_version') as version, current_setting('server_version_num')::int as num,
  current_setting('server_encoding') as encodage, s.copie, pg_backend_pid() as pid, current_user as compte,
  case when not s.copie then ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as ligne_de_temps,
  pg_wal_lsn_diff(case when s.copie then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as position,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as derniere_s,
  case when s.copie then pg_is_wal_replay_paused() else false end as rejeu_suspendu,
  exists (select from pg_stat_wal_receiver) as recoit,
  current_setting('synchronous_standby_names') as synchrone,
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as sur,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connexions,
  extract(epoch from clock_timestamp())::float8 * 1000 as heure
  from (select pg_is_in_recovery() as copie offset 0) as s`

async function examine(
  client: pg.Client,
  sujet: string,
  poolSize: number,
  heard: (facts: ServerFacts) => void,
): Promise<Finding[]> {
  const asked = Date.now()
  const { rows } = await client.query(question)
  const ahead = rows[0].heure - (asked + Date.now()) / 2
  const { num, encodage, copie, pid, compte, sur, connexions, heure: _, ...told } = rows[0]
  const { processID } = client as pg.Client & { processID: number | null }
  if (processID !== pid) {
    const remedy =
      'Donnez l’adresse de PostgreSQL lui-même : le service tient déjà peu de connexions (docs/operations.md).'
    return [wrong(sujet, 'Un intermédiaire comme PgBouncer répond à la place de PostgreSQL.', remedy)]
  }
  const facts: ServerFacts = {
    ...told,
    sujet,
    role: copie ? 'copie' : 'primaire',
    grappe: await optional(client, 'select system_identifier::text as valeur from pg_control_system()'),
    ligne_de_temps:
      told.ligne_de_temps ??
      (await optional(client, 'select timeline_id as valeur from pg_control_checkpoint()')),
  }
  heard(facts)
  const line = facts.ligne_de_temps === null ? '' : `, ligne de temps ${facts.ligne_de_temps}`
  const says = `PostgreSQL ${facts.version}, ${facts.role}${line}, compte ${compte}, écart d'horloge ${seconds(Math.abs(ahead))}.`
  const findings: Finding[] = [well(sujet, says, { ...facts, compte, avance_ms: Math.round(ahead) })]
  const problem = (constat: string, remede: string) => findings.push(wrong(sujet, constat, remede))
  if (num < 150_000) problem('PostgreSQL 15 ou plus récent est nécessaire.', 'Mettez ce serveur à jour.')
  if (encodage !== 'UTF8') problem(`La base est en ${encodage} ; il faut UTF8.`, 'Recréez-la en UTF8.')
  if (!sur)
    problem('fsync ou full_page_writes est coupé : une panne détruit les données.', 'Remettez-les à on.')
  if (connexions < poolSize + 5) {
    const remedy = 'Augmentez max_connections, ou baissez DATABASE_POOL.'
    problem(`Le serveur permet ${connexions} connexions ; une instance en prend jusqu'à ${poolSize}.`, remedy)
  }
  findings.push(...clockFinding(sujet, ahead, 2000), ...(await schemaFindings(client, sujet)))
  return findings
}

/** A value that not every account may ask for. */
const optional = async <T>(client: pg.Client, text: string): Promise<T | null> =>
  client.query(text).then(
    ({ rows }) => rows[0]?.valeur ?? null,
    () => null,
  )

const migrate = 'Lancez « npx antenne migrer » avec le compte propriétaire de la base.'

/** The schema against the code's, then what answers need to read. */
async function schemaFindings(client: pg.Client, sujet: string): Promise<Finding[]> {
  const { rows: there } = await client.query(`select to_regclass('antenne.migration') is not null as la`)
  if (there[0]?.la !== true) return [wrong(sujet, 'Le schéma d’Antenne n’y est pas.', migrate)]
  const missing = await unreadable(client)
  if (missing.length > 0) {
    const names = missing.length > 5 ? `${missing.slice(0, 5).join(', ')}…` : missing.join(', ')
    const remedy = 'Donnez-lui les droits listés dans docs/security.md, avec le compte propriétaire.'
    return [wrong(sujet, `Ce compte ne peut pas lire ${names}.`, remedy, { illisibles: missing })]
  }
  const { rows } = await client.query<{ nom: string; empreinte: string }>(
    'select nom, empreinte from antenne.migration order by nom',
  )
  const applied = new Map(rows.map(({ nom, empreinte }) => [nom, empreinte]))
  const code = await readMigrations()
  const due = code.filter(({ file }) => !applied.has(file)).map(({ file }) => file)
  const changed = code.filter(({ file, empreinte }) => (applied.get(file) ?? empreinte) !== empreinte)
  const newer = rows.filter(({ nom }) => !code.some(({ file }) => file === nom)).map(({ nom }) => nom)
  if (due.length > 0) return [wrong(sujet, `Il manque au schéma ${due.join(', ')}.`, migrate)]
  if (changed.length > 0) {
    const names = changed.map(({ file }) => file).join(', ')
    return [wrong(sujet, `${names} a changé depuis son application.`, 'Rétablissez le fichier d’origine.')]
  }
  if (newer.length > 0) {
    const remedy = 'Installez la version d’Antenne qui connaît ce schéma.'
    return [wrong(sujet, `Le schéma est plus récent que ce programme : ${newer.join(', ')}.`, remedy)]
  }
  return (await mayWrite(client))
    ? [
        worthKnowing(
          sujet,
          'Ce compte peut aussi écrire.',
          'Pour le service, un compte qui ne fait que lire suffit (docs/security.md).',
        ),
      ]
    : []
}
