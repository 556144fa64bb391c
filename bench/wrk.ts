import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from './refusal.ts'
import type { Sample, Target } from './target.ts'

/** Whether wrk is installed: it takes less of the machine from what is measured than a generator in JavaScript. */
export const hasWrk = ((): boolean => {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // It tells its version with status 1.
    return (error as { status?: number }).status === 1
  }
})()

const run = promisify(execFile)

/**
 * Asks for whole seconds over so many connections. Bodies are compared by whoever asked before; here only the status.
 */
export async function wrk(target: Target, seconds: number, connections: number): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-wrk-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, scriptOf(target))
  try {
    const { stdout } = await run('wrk', [
      ...['-t', '1', '-c', String(connections), '-d', `${Math.ceil(seconds)}s`, '-s', script, target.origin],
    ])
    const [, text = ''] = stdout.split('FIGURES ')
    const figures = JSON.parse(text) as {
      count: number
      micros: number
      wrong: number
      p50: number
      p99: number
    }
    if (figures.wrong > 0 || figures.count === 0)
      throw new Refusal(`${figures.wrong} of ${figures.count} answers were not what was asked for`)
    return {
      rate: (figures.count * 1e6) / figures.micros,
      p50: figures.p50 / 1000,
      p99: figures.p99 / 1000,
      count: figures.count,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What wrk runs: the questions in turn, and the figures at the end. Statuses from 400 on are errors to it. */
function scriptOf({ questions, token, status = 200 }: Target): string {
  const header = token === undefined ? '' : `wrk.headers["Authorization"] = "Bearer ${token}"\n`
  const paths = questions.map(({ path }) => JSON.stringify(path)).join(', ')
  const wrong = status < 400 ? 'errors.status' : 'summary.requests - errors.status'
  return `${header}local paths = {${paths}}
local turn = 0
request = function()
  turn = turn % #paths + 1
  return wrk.format("GET", paths[turn])
end
done = function(summary, latency)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.timeout + ${wrong}
  io.write(string.format('FIGURES {"count": %d, "micros": %d, "wrong": %d, "p50": %d, "p99": %d}',
    summary.requests, summary.duration, wrong, latency:percentile(50), latency:percentile(99)))
end
`
}
