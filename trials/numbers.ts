import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryNumbers } from '../harness/actions/numbers.ts'
import { addressOf, sqlOn } from '../harness/database/connection.ts'
import { installed, startServing, stop } from '../harness/service/process.ts'
import { demonstrationOf, tokensOf } from '../harness/service/tokens.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'

const ACCOUNT = 'fatou.coulibaly@savane-telecom.example'
const PER_DAY = 300

/**
 * What a partner learns of others' clients by trying registration numbers (A8), with the default limits in windows of
 * one second instead of sixty: npm run numbers -- --tries 10000
 */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { tries: { type: 'string', default: '10000' } } })
  const folder = await mkdtemp(join(tmpdir(), 'antenne-numbers-'))
  const database = await openEmbedded(folder, { progress: () => {}, exclusive: true })
  const sql = sqlOn(database.connection)
  const token = tokensOf(sql, demonstrationOf(folder))
  try {
    const service = await startServing(installed, {
      ...{ DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, RATE_LIMIT_WINDOW_S: '1' },
    })
    const learnt = await tryNumbers({
      ...{ account: ACCOUNT, tries: Number(values.tries), sql },
      async send(who, path, body, key) {
        const response = await fetch(`${service.address}/extension/v1${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await token(who)}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        })
        const headers = Object.fromEntries(response.headers)
        return { status: response.status, headers, text: await response.text() }
      },
    })
    await stop(service)
    const { people, answers, answered, refused, shapes, changed, changedAfter, counted, attempts } = learnt
    const lines = [
      `${answered + refused} numbers tried by ${people} people of one partner: ${answered} answered, ${refused} refused`,
      ...[...answers].sort().map(([what, times]) => `${String(times).padStart(6)}  ${what}`),
      `different answers to each: ${[...shapes].map(([what, n]) => `${what} ${n}`).join('; ')}`,
      `changed until the day's questions were spent: ${changed.join(', ')}; after that: ${changedAfter.join(', ') || 'nothing'}`,
      `${counted} questions counted, ${attempts} attempts noted`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return answered <= PER_DAY && [...shapes.values()].every((n) => n === 1) && changedAfter.length === 0
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

if (!(await main())) process.exitCode = 1
