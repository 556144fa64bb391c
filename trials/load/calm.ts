import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../harness/http/ask.ts'
import type { Loaded } from './generator.ts'
import type { Question } from './question.ts'

const EVERY = 50
/** Calm for so long is calm. */
const CALM = 2000
const PATIENCE = 20_000

/** After how many seconds without load the health is ok and requests are answered, for good. */
export async function recover({ origin }: Loaded, questions: readonly Question[]): Promise<number> {
  const began = performance.now()
  let disturbed = began
  for (let turn = 0; performance.now() - disturbed < CALM; turn += 1) {
    const question = questions[turn % questions.length]
    if (question === undefined || performance.now() - began > PATIENCE) return Number.POSITIVE_INFINITY
    if (!(await isNormal(origin, question))) disturbed = performance.now()
    await sleep(EVERY)
  }
  return (disturbed - began) / 1000
}

async function isNormal(origin: string, { path, token }: Question): Promise<boolean> {
  const [health, answer] = await Promise.all([ask(`${origin}/api/v1/sante`), ask(origin + path, { token })])
  return health.body.statut === 'ok' && answer.status === 200
}
