import type pg from 'pg'
import { requireDirect } from './pooler.ts'

/** A position in the write-ahead log, as a number of bytes. */
export type Position = number

interface Answered {
  /** When it was asked, by `performance.now()`. */
  readonly at: number
  /** Identifies a server process, whichever address leads to it. */
  readonly server: string
  /** Where it listens; a restart does not change it. */
  readonly place: string
}

/** A server outside recovery. What it has flushed is the truth of its timeline. */
export interface PrimaryReport extends Answered {
  readonly role: 'primary'
  readonly timeline: number
  /** Whether commits wait for a standby. */
  readonly synchronous: boolean
  readonly position: Position
}

/** A server in recovery, and its progress. */
export interface StandbyReport extends Answered {
  readonly role: 'standby'
  /** How far it has replayed. */
  readonly position: Position
  /** How far it has received; null until it has replayed all that was on its own disk. */
  readonly received: Position | null
  /** Whether a server sends to it. */
  readonly receiving: boolean
  readonly paused: boolean
}

/** A server's role and position, by its own answer. */
export type ServerReport = PrimaryReport | StandbyReport

// Functions that a role without privileges may call. Some fail on a primary, some on a standby: the role is asked
// first.
const question = `select pg_backend_pid() as pid,
  extract(epoch from pg_postmaster_start_time())::text || ' ' || current_setting('port') as server,
  coalesce(host(inet_server_addr()) || ' ' || inet_server_port(), $1) as place,
  current_setting('search_path') as search_path, current_setting('default_transaction_read_only') as read_only,
  s.standby, case when s.standby then pg_is_wal_replay_paused() end as paused,
  case when not s.standby then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline,
  current_setting('synchronous_standby_names') <> '' as synchronous,
  pg_wal_lsn_diff(case when s.standby then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as position,
  pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 as received,
  exists (select from pg_stat_wal_receiver) as receiving
  from (select pg_is_in_recovery() as standby offset 0) as s`

interface Row {
  readonly pid: number
  readonly server: string
  readonly place: string
  readonly search_path: string
  readonly read_only: string
  readonly standby: boolean
  readonly paused: boolean | null
  readonly timeline: string | null
  readonly synchronous: boolean
  readonly position: number | null
  readonly received: number | null
  readonly receiving: boolean
}

/**
 * Asks the server behind a connection what it is. A connection stays with one server process, and a primary
 * cannot become a standby without ending all connections: one that once led to a primary always does. A standby's
 * answer holds for statements that begin after it: it is at least that far.
 */
export async function serverReport(client: pg.ClientBase, timeout: number): Promise<ServerReport> {
  const at = performance.now()
  const { host, port } = client as pg.ClientBase & { host: string; port: number }
  const values = [`${host} ${port}`]
  const query = { text: question, values, name: 'server-report', query_timeout: Math.ceil(timeout) }
  const row = (await client.query<Row>(query)).rows[0]
  if (row === undefined) throw new Error('the server did not say what it is')
  requireDirect(client, { pid: row.pid, kept: row.search_path === 'antenne' && row.read_only === 'on' })
  const { server, place, standby, received, receiving, paused, timeline, synchronous } = row
  const known = { at, server, place, position: row.position ?? 0 }
  return standby
    ? { ...known, role: 'standby', received, receiving, paused: paused === true }
    : { ...known, role: 'primary', synchronous, timeline: Number.parseInt(timeline ?? '0', 16) }
}
