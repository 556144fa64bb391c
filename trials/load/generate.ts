import { mix, unit } from '../../demo/random.ts'
import { Line } from './line.ts'
import { bytesOf, type Question } from './question.ts'
import { Counting, type Tally } from './tally.ts'

/**
 * An open loop in a process of its own: requests arrive at random moments with a given mean rate, whether or not those
 * before them are answered, as from people who do not know of each other. Connections are kept alive and bounded in
 * number; an arrival that finds none free is counted as unsent.
 */
export interface Load {
  readonly port: number
  readonly rate: number
  readonly seconds: number
}

/** What is told once, when the process is started. */
export interface Setting {
  readonly questions: readonly Question[]
  readonly connections: number
}

const SEED = 20_261_115

class Generator {
  readonly #questions: readonly { readonly question: Question; readonly bytes: string }[]
  readonly #connections: number
  #port = 0
  #idle: Line[] = []
  #open = 0
  #draws = 0

  constructor({ questions, connections }: Setting) {
    this.#questions = questions.map((question) => ({ question, bytes: bytesOf(question) }))
    this.#connections = connections
  }

  async load({ port, rate, seconds }: Load): Promise<Tally> {
    this.#useOnly(port)
    const counting = new Counting()
    const begin = performance.now()
    const end = begin + 1000 * seconds
    let next = begin
    await new Promise<void>((resolve) => {
      const tick = () => {
        const now = Math.min(performance.now(), end)
        for (; next <= now; next += this.#gap(rate)) this.#arrive(next, counting)
        if (now < end) setTimeout(tick, 1)
        else resolve()
      }
      tick()
    })
    while (this.#idle.length < this.#open) await new Promise((resolve) => setTimeout(resolve, 5))
    return { ...counting.result, seconds }
  }

  #useOnly(port: number): void {
    if (port === this.#port) return
    for (const line of this.#idle) line.leave()
    this.#idle = []
    this.#open = 0
    this.#port = port
  }

  #arrive(arrival: number, counting: Counting): void {
    counting.offered += 1
    const line = this.#line()
    const chosen = this.#questions[this.#draw() % this.#questions.length]
    if (line === undefined || chosen === undefined) {
      counting.unsent += 1
      return
    }
    const { question, bytes } = chosen
    counting.sent(arrival)
    const leaving =
      question.patience === undefined ? undefined : setTimeout(() => line.leave(), question.patience)
    line.ask(bytes, (outcome) => {
      clearTimeout(leaving)
      counting.came(question, outcome, arrival)
      this.#idle.push(line)
    })
  }

  #line(): Line | undefined {
    const idle = this.#idle.pop()
    if (idle !== undefined || this.#open >= this.#connections) return idle
    this.#open += 1
    return new Line(this.#port)
  }

  #draw(): number {
    this.#draws += 1
    return mix(SEED, this.#draws)
  }

  /** Moments of people who do not know of each other: exponential gaps. */
  #gap(rate: number): number {
    return (-1000 / rate) * Math.log(1 - unit(this.#draw()))
  }
}

const once = new Promise<Setting>((resolve) => process.once('message', resolve))
process.send?.('ready')
const generator = new Generator(await once)
process.on('message', async (load: Load) => process.send?.(await generator.load(load)))
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {})
process.send?.(process.pid)
