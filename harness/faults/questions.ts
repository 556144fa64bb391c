import { setTimeout as sleep } from 'node:timers/promises'
import { insist } from '../http/insist.ts'
import type { TestBed } from '../service/test-bed.ts'

/** What a caller asks again and again, and what it was answered before anything happened. */
export interface Question {
  readonly who: string
  readonly url: string
  readonly token: string | undefined
  /** The operation: all questions of one are held up together. */
  readonly kind: string
  /** The body of its 200; null where it changes by itself. */
  readonly body: string | null
  /** When its caller's right to ask it was taken away, by `performance.now()`: not before, and not after. */
  readonly withdrawn?: { begun: number; done: number }
}

/** Those whose answers stay the same throughout. */
export const callers = {
  operator: 'awa.kone@antenne.example',
  partner: 'fatou.coulibaly@savane-telecom.example',
  competitor: 'didier.aka@lagune-connect.example',
} as const

type Asked = Pick<Question, 'url' | 'kind'>

/** What each caller asks: all ten operations, about what it sees itself. */
export async function questionsOf(testBed: TestBed): Promise<Question[]> {
  const questions: Question[] = []
  for (const who of Object.values(callers)) {
    const partner = await firstOf(testBed, who, '/api/v1/partenaires')
    const client = await firstOf(testBed, who, '/api/v1/clients')
    for (const asked of allOperations(partner, client)) questions.push(await answered(testBed, who, asked))
  }
  return questions
}

/** A question with its answer of now; a service that has just started may be short of time. */
export async function answered(testBed: TestBed, who: string, { url, kind }: Asked): Promise<Question> {
  const token = url === '/api/v1/sante' ? undefined : await testBed.token(who)
  for (let attempt = 1; ; attempt += 1) {
    const { status, text } = await testBed.ask(url, token)
    if (status === 200) return { who, url, token, kind, body: token === undefined ? null : text }
    if (status !== 503 || attempt === 40) throw new Error(`${status} for ${who} at ${url}: ${text}`)
    await sleep(250)
  }
}

async function firstOf(testBed: TestBed, who: string, url: string): Promise<string> {
  const token = await testBed.token(who)
  const { body } = await insist(() => testBed.ask(url, token))
  return body.donnees[0].id
}

const allOperations = (partner: string, client: string): Asked[] => [
  { kind: 'sante', url: '/api/v1/sante' },
  { kind: 'moi', url: '/api/v1/moi' },
  { kind: 'partenaires', url: '/api/v1/partenaires' },
  { kind: 'partenaire', url: `/api/v1/partenaires/${partner}` },
  { kind: 'documents-kyc', url: `/api/v1/partenaires/${partner}/documents-kyc` },
  { kind: 'clients', url: '/api/v1/clients?taille=5' },
  { kind: 'clients', url: '/api/v1/clients?recherche=soci&taille=5' },
  { kind: 'client', url: `/api/v1/clients/${client}` },
  { kind: 'sites', url: `/api/v1/clients/${client}/sites` },
  { kind: 'reservations', url: '/api/v1/reservations' },
  { kind: 'offres', url: '/api/v1/offres' },
]
