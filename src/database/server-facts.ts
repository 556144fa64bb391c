import type pg from 'pg'

/** A server's facts about itself. */
export interface ServerFacts {
  /** Identifies a server process, whichever address leads to it. */
  readonly serveur: string
  readonly version: string
  readonly role: 'serveur principal' | 'réplique'
  readonly ligne_de_temps: number | null
  /** Position in the write-ahead log, in bytes: written by a primary, replayed by a standby. */
  readonly position: number
  /** Seconds since the commit of the last replayed transaction; null when a standby has replayed none. */
  readonly derniere_s: number | null
  readonly rejeu_suspendu: boolean
  readonly recoit: boolean
  readonly grappe: string | null
  readonly synchrone: string
}

/** Its facts about the database and this connection. */
interface ConnectionFacts {
  readonly num: number
  readonly encodage: string
  readonly pid: number
  readonly compte: string
  /** Whether a crash loses no committed data. */
  readonly sur: boolean
  readonly connexions: number
  /** Its clock, in milliseconds. */
  readonly heure: number
}

const question = `select current_setting('server_version') as version, current_setting('server_version_num')::int as num,
  current_setting('server_encoding') as encodage, case when s.replique then 'réplique' else 'serveur principal' end as role,
  pg_backend_pid() as pid, current_user as compte,
  extract(epoch from pg_postmaster_start_time())::text || ' ' || current_setting('port') as serveur,
  case when not s.replique then ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as ligne_de_temps,
  pg_wal_lsn_diff(case when s.replique then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as position,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as derniere_s,
  case when s.replique then pg_is_wal_replay_paused() else false end as rejeu_suspendu,
  exists (select from pg_stat_wal_receiver) as recoit,
  current_setting('synchronous_standby_names') as synchrone,
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as sur,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connexions,
  extract(epoch from clock_timestamp())::float8 * 1000 as heure
  from (select pg_is_in_recovery() as replique offset 0) as s`

/** Asks for everything in one statement, so that the clock is read close to the answer. */
export async function readConnectionFacts(
  client: pg.Client,
): Promise<Omit<ServerFacts, 'grappe'> & ConnectionFacts> {
  const { rows } = await client.query(question)
  return rows[0]
}

/** Its cluster and timeline, from the control file: not every account may read it. */
export const readControlFacts = async (
  client: pg.Client,
): Promise<Pick<ServerFacts, 'grappe' | 'ligne_de_temps'>> => ({
  grappe: await optional(client, 'select system_identifier::text as valeur from pg_control_system()'),
  ligne_de_temps: await optional(client, 'select timeline_id as valeur from pg_control_checkpoint()'),
})

const optional = async <T>(client: pg.Client, text: string): Promise<T | null> =>
  client.query(text).then(
    ({ rows }) => rows[0]?.valeur ?? null,
    () => null,
  )

/** Whether the service's schema exists. */
export async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('antenne.migration') is not null as la`)
  return rows[0]?.la === true
}

/** The applied migrations with their checksums. */
export async function appliedMigrations(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ nom: string; empreinte: string }>(
    'select nom, empreinte from antenne.migration order by nom',
  )
  return new Map(rows.map(({ nom, empreinte }) => [nom, empreinte]))
}
