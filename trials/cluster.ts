import { History, readHistory } from '../harness/history/history.ts'
import { tell } from '../src/commands/terminal.ts'
import { Failure } from '../src/failure.ts'
import { type Cluster, openCluster } from './cluster/cluster.ts'
import { noteLedger } from './cluster/ledger.ts'
import { type Options, readOptions, usage } from './cluster/options.ts'
import { missingPackages } from './cluster/packages.ts'
import { prepare } from './cluster/prepare.ts'
import { report } from './cluster/report.ts'
import { playRound } from './cluster/round.ts'
import { work } from './cluster/work.ts'
import { accounts } from './cluster/world.ts'

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) {
    tell(usage)
    return 0
  }
  if (options.judge !== undefined) {
    const { events, scopes } = readHistory(options.judge)
    return report(events, scopes) ? 0 : 1
  }
  const missing = missingPackages()
  if (missing.length === 0) return (await run(options)) ? 0 : 1
  tell(`This trial needs programs that are not here: ${missing.join(', ')}`)
  tell(`apt-get install --no-install-recommends ${missing.join(' ')}`)
  return 2
}

/** Whether all went as it should. */
async function run(options: Options): Promise<boolean> {
  tell(`seed ${options.seed}, topology ${options.topology}, ${options.synchronous ? '' : 'a'}synchronous`)
  const cluster = await openCluster(options, Object.values(accounts))
  const history = new History(options.history)
  const stop = new AbortController()
  try {
    const world = await prepare(cluster)
    const scopes = Object.fromEntries(world.users.map(({ id, scope }) => [id, scope]))
    history.begin(scopes)
    const working = work(cluster, world, { history, seed: options.seed, stopped: stop.signal })
    const done = await rounds(cluster, history, options, working)
    stop.abort()
    await working
    await noteLedger(cluster.rw, history)
    return report(history.events, scopes) && done
  } finally {
    stop.abort()
    await history.close()
    await cluster.close()
  }
}

/** Whether all rounds were played to their ends: what the others did until then is judged all the same. */
async function rounds(
  cluster: Cluster,
  history: History,
  options: Options,
  working: Promise<void>,
): Promise<boolean> {
  try {
    for (let round = 1; round <= options.rounds; round += 1)
      await Promise.race([playRound(cluster, history, round, options), working])
    return true
  } catch (error) {
    tell(`stopped at ${Math.round(history.now())} ms: ${error}`)
    return false
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell(error.message)
  process.exitCode = error.exitCode
}
