import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { follow, untilServing } from '../harness/service/killing.ts'
import { rollingRestarts } from '../harness/service/rolling-restarts.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'
import { packageRoot } from '../src/package.ts'

/** The trial itself: on a database of its own, with the program as it is built. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } })
  const folder = await mkdtemp(join(tmpdir(), 'antenne-rolling-'))
  const database = await openEmbedded(folder, { progress: () => {}, exclusive: true })
  const { host, port, user, database: name } = database.connection
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_USER: '1000000000',
    DRAIN_NOTICE_S: '1',
  }
  const program = fileURLToPath(new URL('bin/antenne.js', packageRoot))
  try {
    const outcome = await rollingRestarts({
      requests: Number(values.requests),
      rounds: 1,
      askers: 8,
      start: () => untilServing(follow(spawn(process.execPath, [program, 'demarrer', '--demo'], { env }))),
      progress: ({ restarts, requests }) =>
        process.stderr.write(`${restarts} restarts, ${requests} requests\n`),
    })
    const lost = [...outcome.lost.values()].reduce((sum, count) => sum + count, 0)
    const { restarts, requests, refused, slowest } = outcome
    process.stdout.write(
      `${restarts} restarts, ${requests} requests, ${lost} lost, ${refused} refused for want of room, slowest ${Math.round(slowest)} ms\n`,
    )
    for (const [answer, count] of outcome.lost) process.stdout.write(`${count} × ${answer}\n`)
    if (lost > 0 || outcome.ends.size !== 1 || !outcome.ends.has(0)) process.exitCode = 1
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
