import { setInterval } from 'node:timers'
import { type ActionTarget, surveyActions } from '../harness/fuzz/action-target.ts'
import { surveyTarget } from '../harness/fuzz/target.ts'
import { Keeper } from '../harness/fuzz/wire.ts'
import { sendAction } from './fuzz/act.ts'
import { type Options, readOptions } from './fuzz/options.ts'
import { Report } from './fuzz/report.ts'
import { sendNumber } from './fuzz/run.ts'
import { type Service, startService } from './fuzz/service.ts'

/**
 * Sends the service requests that nobody should send, as many as asked for, and judges every answer:
 * npm run fuzz -- --requests 1000000 [--seed S] [--minutes M] [--connections C] [--only N] [--actions]
 */
const say = (text: string) => void process.stderr.write(`${text}\n`)

/** Memory may rise by this much after the first tenth of a run, in MiB: more is a leak. */
const RISE = 300

/** What the service holds for itself: connections to its database, the socket that it listens on. */
const MOST_SOCKETS = 40

/** Sends them all, or until the time is over, somebody has enough, or the service has ended. */
async function send(
  target: ActionTarget,
  report: Report,
  { requests, seed, connections, minutes, only, actions }: Options,
): Promise<void> {
  const numbers =
    only === undefined ? Array.from({ length: requests }, (_, n) => n).values() : [only].values()
  const over = new AbortController()
  const end = setTimeout(() => over.abort(), minutes * 60_000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort())
  const worker = async () => {
    const keeper = new Keeper(target.port)
    for (const number of numbers) {
      if (over.signal.aborted || !service.running()) break
      await (actions ? sendAction : sendNumber)(seed, { target, keeper, report, number })
    }
    keeper.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  clearTimeout(end)
}

/** Tells every few seconds how far it is, and notes what the service occupies. */
function watch(service: Service, report: Report, { requests }: Options) {
  const start = performance.now()
  const memory = { early: 0, most: 0, last: 0 }
  const look = () => {
    memory.last = service.memory() ?? 0
    memory.most = Math.max(memory.most, memory.last)
    if (report.sent < requests / 10) memory.early = memory.most
  }
  const looking = setInterval(look, 500)
  const telling = setInterval(() => {
    const rate = Math.round(report.sent / ((performance.now() - start) / 1000))
    say(`${report.sent} sent, ${rate}/s, ${report.failed} failed, service ${memory.last} MiB`)
  }, 10_000)
  return {
    memory,
    end() {
      clearInterval(looking)
      clearInterval(telling)
      look()
      return (performance.now() - start) / 1000
    },
  }
}

const options = readOptions()
const service = await startService()
const troubles: string[] = []
try {
  const target = await surveyActions(await surveyTarget(service.port, service.tokens))
  const report = new Report()
  const watching = watch(service, report, options)
  say(`seed ${options.seed}`)
  await send(target, report, options)
  const seconds = watching.end()
  troubles.push(...service.faults.map((line) => `in the log: ${line}`))
  const { early, most, last } = watching.memory
  if (last > early + RISE) troubles.push(`memory rose from ${early} to ${last} MiB`)
  const sockets = service.sockets() ?? 0
  if (sockets > MOST_SOCKETS) troubles.push(`${sockets} sockets are left`)
  const moved = service.running() ? await service.movements() : 0
  if (moved > report.done)
    troubles.push(`${moved} movements in the journal, ${report.done} answers tell of one`)
  if (!service.running()) troubles.push('the service has ended')
  if (report.failed > 0)
    troubles.push(`${report.failed} answers are wrong:\n${report.failures(options.seed)}`)
  process.stdout.write(
    `${report.totals()}\n\n${report.sent} requests in ${seconds.toFixed(0)} s, seed ${options.seed}; service ${early} MiB early, ${most} at most, ${last} at the end\n`,
  )
} finally {
  const status = await service.stop()
  if (status !== 0) troubles.push(`the service ended with ${status}`)
}
for (const trouble of troubles) process.stdout.write(`${trouble}\n`)
if (troubles.length > 0) process.exitCode = 1
