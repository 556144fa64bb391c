import { parseArgs } from 'node:util'
import { onGround, say } from '../harness/load/ground.ts'
import { recover } from './load/calm.ts'
import { cpuMeter } from './load/cpu.ts'
import { type Loaded, loaded } from './load/generator.ts'
import { everything, heavy } from './load/mixes.ts'
import { type Phase, phaseOf, tableOf } from './load/phase.ts'
import { rise } from './load/rise.ts'

/**
 * How much of its best the service still does when far more is asked than it can serve. Load is an open loop: requests
 * arrive at a mean rate, whatever becomes of those before them. The best is found by letting that rate rise until no
 * more answers come: so many a second are the load 1×, and 25× are twenty-five times as many requests. As other work
 * may share the machine, the best is taken again before and after each overload, at the rate that gave it.
 *
 * Generator, service and database share the machine here, so the questions are ones that cost the database much: else
 * the generator alone would take the processors at 25×. `--mix everything` asks all operations instead, for smaller
 * factors.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    clients: { type: 'string', default: '100000' },
    factors: { type: 'string', default: '10,25' },
    connections: { type: 'string', default: '1000' },
    mix: { type: 'string', default: 'heavy' },
  },
})
const seconds = 60 * Number(values.minutes)
const factors = values.factors.split(',').map(Number)

/**
 * What is required, in milliseconds and seconds. How much of the best is kept is for people to read: machines differ.
 */
const REQUIRED = { refusedP99: 50, normal: 5 }

async function overload(ground: Loaded): Promise<boolean> {
  const { world, tokens, client, vitals } = ground
  const questions = (values.mix === 'heavy' ? heavy : everything)(world, tokens)
  const generator = await ground.generator({ questions, connections: Number(values.connections) })
  const { pid } = await vitals('look')
  const spent = await cpuMeter(client, { service: pid, generator: generator.pid })
  const measure = (name: string, rate: number, time: number): Promise<Phase> =>
    phaseOf({ name, rate, seconds: time, load: generator.load, spent, vitals })

  say('rising…')
  const best = await rise((rate, time) => measure(`${rate.toFixed(0)}/s`, rate, time), say)
  const most = () => measure('best', best.rate, seconds / 2)
  const phases = [await most()]
  for (const factor of factors) {
    say(`${factor}× for ${seconds} s…`)
    phases.push(await measure(`${factor}×`, factor * best.goodput, seconds), await most())
  }
  phases.push(await measure(`${factors.at(-1)}× at last`, (factors.at(-1) ?? 1) * best.goodput, 10))
  const normal = await recover(ground, questions)
  process.stdout.write(`${tableOf(phases)}\nnormal again ${normal.toFixed(2)} s after the last overload\n`)
  return (
    normal <= REQUIRED.normal &&
    phases.every(({ tally }) => tally.wrong.length === 0) &&
    phases.every(({ tally }) => (tally.times['503']?.p99 ?? 0) <= REQUIRED.refusedP99)
  )
}

if (!(await onGround(Number(values.clients), async (ground) => overload(await loaded(ground)))))
  process.exitCode = 1
