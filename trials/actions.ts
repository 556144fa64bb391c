import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runActions } from '../harness/actions/run.ts'
import { addressOf, sqlOn } from '../harness/database/connection.ts'
import { installed, startServing } from '../harness/service/process.ts'
import { demonstrationOf, tokensOf } from '../harness/service/tokens.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'

const PER_ROUND = 40

/**
 * Random actions by random people at two services that are killed again and again, held against a model:
 * npm run actions -- --actions 10000 [--seed word]
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      actions: { type: 'string', default: '10000' },
      seed: { type: 'string', default: `s${Date.now()}` },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'antenne-actions-'))
  const database = await openEmbedded(folder, { progress: () => {}, exclusive: true })
  const sql = sqlOn(database.connection)
  const environment = { ...unlimitedActions, DATABASE_URL: addressOf(database.connection), DATA_DIR: folder }
  try {
    const { intentions, sent, kills, outcomes } = await runActions({
      ...{
        seed: values.seed,
        rounds: Math.ceil(Number(values.actions) / PER_ROUND),
        perRound: PER_ROUND,
        kills: 2,
      },
      ...{ sql, token: tokensOf(sql, demonstrationOf(folder, 86_400)) },
      people: [
        ...(['awa.kone@antenne.example', 'fatou.coulibaly@savane-telecom.example'] as const),
        ...(['didier.aka@lagune-connect.example', 'ange.kouame@antenne.example'] as const),
      ],
      start: () => startServing(installed, environment),
      progress: (so) =>
        process.stderr.write(`${so.intentions} actions, ${so.sent} requests, ${so.kills} kills\n`),
    })
    const table = [...outcomes].sort().map(([what, count]) => `${String(count).padStart(6)}  ${what}`)
    process.stdout.write(
      `${intentions} actions in ${sent} requests, ${kills} services killed, seed ${values.seed}: each happened as it was answered, once\n${table.join('\n')}\n`,
    )
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
