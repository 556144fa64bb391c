import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../http/ask.ts'
import { faultOf } from './judge.ts'
import type { Question } from './questions.ts'

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
  /** Returns when everybody has an answer who waits for one now. */
  answered(): Promise<void>
  /** Does something while nobody waits for an answer. */
  pause(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

interface LoadOptions {
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
  const waiting = new Set<Promise<Answer>>()
  let stopped = false
  let mayAsk = Promise.resolve()
  const askOn = async () => {
    while (!stopped) {
      await mayAsk
      const question = questions[asked % questions.length] as Question
      asked += 1
      const answer = answerTo(question, port, agent)
      waiting.add(answer)
      answers.push(await answer)
      waiting.delete(answer)
      await sleep(pause)
    }
  }
  const asking = Promise.all(Array.from({ length: connections }, askOn))
  return {
    answers,
    async answered() {
      await Promise.all(waiting)
    },
    async pause(work) {
      const paused = async () => {
        while (waiting.size > 0) await sleep(1)
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
  const heard = await ask(`http://127.0.0.1:${port}${question.url}`, { token: question.token, agent }).catch(
    (error: Error) => error,
  )
  const ended = performance.now()
  if (heard instanceof Error) return { question, begun, ended, status: 0, fault: heard.message }
  const fault = faultOf(question, heard, { begun, ended })
  return { question, begun, ended, status: heard.status, fault }
}
