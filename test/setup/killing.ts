import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signal } from '../../harness/database/processes.ts'
import { type Followed, until } from '../../harness/service/process.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'

/** The processes of the embedded server in this folder, with the program that makes one. */
export function processesOf(folder: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=', '-o', 'args='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(`${folder}/`) && /^\s*\d+ \S+\/(postgres|initdb) /.test(line))
    .map((line) => Number.parseInt(line, 10))
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) signal(pid, 'SIGKILL')
}

/** Kills a service and all of its embedded server in the same instant. */
export async function killTogether({ child, ended }: Followed, dataDir: string): Promise<void> {
  killAll([...(child.pid === undefined ? [] : [child.pid]), ...processesOf(dataDir)])
  await ended
}

/** A module that does something before each change that a program makes to the file system, and counts them. */
async function beforeEachChange(file: string, what: string): Promise<Record<string, string>> {
  await writeFile(
    file,
    `import { cpSync, existsSync } from 'node:fs'
    import changes from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let count = 0
    for (const name of ['mkdir', 'chmod', 'chown', 'lchown', 'rename', 'rm', 'writeFile', 'link', 'symlink', 'cp']) {
      const change = changes[name]
      changes[name] = (...given) => {
        count += 1
        ${what}
        return change(...given)
      }
    }
    syncBuiltinESMExports()`,
  )
  return { NODE_OPTIONS: `--import=${file}` }
}

/**
 * An environment in which the program, loading this module first, kills itself just before its nth change of the file
 * system.
 */
export async function killingItself(folder: string): Promise<(change: number) => Record<string, string>> {
  const kill = "if (count === Number(process.env.KILLED_BEFORE)) process.kill(process.pid, 'SIGKILL')"
  const environment = await beforeEachChange(join(folder, 'killing.mjs'), kill)
  return (change) => ({ ...environment, KILLED_BEFORE: String(change) })
}

/**
 * An environment in which the program copies the folder `from` into `to`, as 1, 2…, before each of its changes: there
 * is what would be there had it been killed at that moment.
 */
export function keepingEachState(from: string, to: string): Promise<Record<string, string>> {
  const [source, target] = [JSON.stringify(from), JSON.stringify(`${to}/`)]
  const copy = `if (existsSync(${source})) cpSync(${source}, ${target} + count, { recursive: true, preserveTimestamps: true })`
  return beforeEachChange(`${to}.mjs`, copy)
}

const RELATIONS = `select count(*)::int as number from pg_class where relnamespace::regnamespace::text ~ '^antenne'`

/** How many tables, indexes and the like a database has of ours. */
export const relationsIn = (connection: DatabaseAddress): Promise<number> =>
  withWriter(connection, async (client) => (await client.query(RELATIONS)).rows[0].number)

/** Lets a migration go until the schema has so many tables and indexes, and no further. */
export const holdMigration = (connection: DatabaseAddress, most: number) =>
  withWriter(connection, (client) =>
    client.query(`
      create or replace function public.retenir() returns event_trigger language plpgsql as $$
      begin
        if (${RELATIONS}) >= ${most}
        then perform pg_sleep(600); end if;
      end $$;
      drop event trigger if exists retenir;
      create event trigger retenir on ddl_command_start execute function public.retenir()`),
  )

export const releaseMigration = (connection: DatabaseAddress) =>
  withWriter(connection, (client) =>
    client.query('drop event trigger retenir; drop function public.retenir()'),
  )

/** Waits until the migration of that process is held, and no other one: returns the number of its connection. */
export async function untilHeld(
  followed: Followed,
  connection: DatabaseAddress,
  before = 0,
): Promise<number> {
  const held = `select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep' and pid <> ${before}`
  let pid: number | undefined
  await until(followed, async () => {
    const rows = await withWriter(connection, async (client) => (await client.query(held)).rows).catch(
      () => [],
    )
    pid = rows[0]?.pid
    return pid !== undefined
  })
  return pid ?? 0
}
