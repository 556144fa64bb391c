import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf } from '../harness/database/connection.ts'
import { installed, startServing } from '../harness/service/process.ts'
import { rollingRestarts } from '../harness/service/rolling-restarts.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'

/** The trial itself: on a database of its own, with the program as it is built. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } })
  const folder = await mkdtemp(join(tmpdir(), 'antenne-rolling-'))
  const database = await openEmbedded(folder, { progress: () => {}, exclusive: true })
  const environment = {
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    DRAIN_NOTICE_S: '1',
  }
  try {
    const outcome = await rollingRestarts({
      requests: Number(values.requests),
      rounds: 1,
      askers: 8,
      start: () => startServing(installed, environment),
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
