import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf } from './judge.ts'
import type { Question } from './questions.ts'
import { askOf, type Heard } from './stage.ts'

/** One answer, or its absence, and when it was asked and given, by `performance.now()`. */
export interface Answer {
  readonly question: Question
  readonly begun: number
  readonly ended: number
  /** 0 when there was none. */
  readonly status: number
  /** What is wrong with it. */
  readonly fault: string | undefined
}

/** People who ask without pause until they are told to stop. */
export interface Load {
  readonly answers: readonly Answer[]
  /** Does something while nobody waits for an answer. */
  pause(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly connections?: number
  /** Milliseconds between an answer and the next question on a connection. */
  readonly pause?: number
}

/** Asks all questions in turn, on a few connections that are kept. */
export function startLoad(
  port: number,
  questions: readonly Question[],
  { connections = 8, pause = 25 }: LoadOptions = {},
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const answers: Answer[] = []
  let asked = 0
  let waiting = 0
  let stopped = false
  let mayAsk = Promise.resolve()
  const askOn = async () => {
    while (!stopped) {
      await mayAsk
      waiting += 1
      const question = questions[asked % questions.length] as Question
      asked += 1
      answers.push(await answerTo(question, port, agent))
      waiting -= 1
      await sleep(pause)
    }
  }
  const asking = Promise.all(Array.from({ length: connections }, askOn))
  return {
    answers,
    async pause(work) {
      const paused = async () => {
        while (waiting > 0) await sleep(1)
        await work()
      }
      mayAsk = paused()
      await mayAsk
    },
    async stop() {
      stopped = true
      await asking
      agent.destroy()
    },
  }
}

async function answerTo(question: Question, port: number, agent: Agent): Promise<Answer> {
  const begun = performance.now()
  const heard = await askOf(port, question.url, question.token, agent).catch((error: Error) => error)
  const ended = performance.now()
  if (heard instanceof Error) return { question, begun, ended, status: 0, fault: heard.message }
  const fault = faultOf(question, heard as Heard, { begun, ended })
  return { question, begun, ended, status: heard.status, fault }
}
