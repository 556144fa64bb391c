import { Agent, request } from 'node:http'
import { quantile } from '../harness/load/statistics.ts'
import { Refusal } from './refusal.ts'
import type { Target } from './target.ts'

/** How many milliseconds answers took at a given rate. */
export interface Latency {
  readonly p50: number
  readonly p99: number
}

const CONNECTIONS = 64

/**
 * Asks at a steady rate, whatever the answers take: each request has its moment, and its time counts from there. So a
 * pause of the service is felt by all who would have asked meanwhile.
 */
export async function paced(
  { origin, questions, token }: Target,
  rate: number,
  seconds: number,
): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const times: number[] = []
  let failed = 0
  const ask = (path: string, due: number) =>
    new Promise<void>((resolve) => {
      const fail = () => {
        failed += 1
        resolve()
      }
      request(origin + path, { agent, headers }, (response) => {
        response.on('error', fail).on('end', () => {
          times.push(performance.now() - due)
          if (response.statusCode !== 200) failed += 1
          resolve()
        })
        response.resume()
      })
        .on('error', fail)
        .end()
    })
  const count = Math.max(1, Math.round(rate * seconds))
  const began = performance.now()
  const asked: Promise<void>[] = []
  while (asked.length < count) {
    const now = performance.now()
    for (let due = began + (asked.length * 1000) / rate; due <= now && asked.length < count; ) {
      asked.push(ask(questions[asked.length % questions.length]?.path ?? '/', due))
      due = began + (asked.length * 1000) / rate
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(asked)
  agent.destroy()
  if (failed > 0) throw new Refusal(`${failed} of ${count} paced requests failed`)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
