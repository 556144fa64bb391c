import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Network } from '../database/network.ts'
import type { Postgres } from '../database/postgres.ts'
import { signal } from '../database/processes.ts'
import type { Fault } from './run-fault.ts'

const ofService = `from pg_stat_activity where application_name = 'antenne'`

/** What happens to a server. */
export const faultsOf = (postgres: Postgres) =>
  ({
    killed: { begin: postgres.kill, end: postgres.start },
    restarted: { begin: () => postgres.stop('SIGINT'), end: postgres.start },
    'stopped at once': { begin: () => postgres.stop('SIGQUIT'), end: postgres.start },
    frozen: { begin: postgres.freeze, end: postgres.thaw },
    'one connection frozen': oneFrozen(postgres),
    'connections cut': cutAgainAndAgain(postgres),
    crowded: crowded(postgres, 'all'),
    'crowded out': crowded(postgres, 'none'),
  }) satisfies Record<string, Fault>

/** What happens to a network. */
export const faultsOn = (network: Network) =>
  ({
    'that resets connections': { begin: async () => network.reset(), end: async () => network.mend() },
    'that stalls': { begin: async () => network.stall(), end: async () => network.mend() },
    'that cuts answers half way': {
      begin: async () => network.cutAfter(600),
      end: async () => network.mend(),
    },
  }) satisfies Record<string, Fault>

function oneFrozen({ sql }: Postgres): Fault {
  let pid = 0
  return {
    async begin() {
      const [backend] = await sql<{ pid: number }>(`select pid ${ofService} order by backend_start limit 1`)
      pid = backend?.pid ?? 0
      if (pid === 0 || !signal(pid, 'SIGSTOP')) throw new Error('the service has no connection')
    },
    async end() {
      signal(pid, 'SIGCONT')
    },
  }
}

/** Every connection of the service is ended, ten times a second. */
function cutAgainAndAgain({ sql }: Postgres): Fault {
  let cutting: Promise<void> = Promise.resolve()
  let over = false
  const cut = async () => {
    while (!over) {
      await sql(`select pg_terminate_backend(pid) ${ofService}`)
      await sleep(100)
    }
  }
  return {
    async begin() {
      over = false
      cutting = cut()
    },
    async end() {
      over = true
      await cutting
    },
  }
}

/** Others take all connections that there are, and the service keeps those that it has, or none. */
function crowded({ connection, sql }: Postgres, kept: 'all' | 'none'): Fault {
  let crowd: pg.Client[] = []
  const join = async () => {
    const client = new pg.Client({ ...connection, application_name: 'foule' })
    client.on('error', () => {})
    await client.connect()
    crowd.push(client)
  }
  const fill = async () => {
    for (;;) {
      const error = await join().catch((refused: pg.DatabaseError) => refused)
      if (error === undefined) continue
      if (error.code !== '53300') throw error
      return
    }
  }
  return {
    async begin() {
      await fill()
      // It comes back as soon as there is a place, and so do the others, until none of it is left.
      while (kept === 'none') {
        const cut = await crowd[0]?.query(`select pg_terminate_backend(pid) ${ofService}`)
        if (cut?.rowCount === 0) return
        await fill()
      }
    },
    async end() {
      await Promise.all(crowd.map((client) => client.end()))
      crowd = []
      await sql('select 1')
    },
  }
}
