import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from './load.ts'

/** What the process is told when it is started. */
export interface ActTask {
  readonly origin: string
  readonly token: string
  readonly perSecond: number
}

/** What the process is asked: to begin with these tasks, or to end; then it tells what became of them. */
export type ActRequest = { readonly begin: readonly Task[] } | 'end'

/** How many were sent, and what was answered otherwise than with 2xx. */
export interface Acted {
  readonly sent: number
  readonly wrong: readonly string[]
}

const { origin, token, perSecond } = JSON.parse(process.argv[2] ?? '') as ActTask
let over = true
let acting: Promise<Acted> = Promise.resolve({ sent: 0, wrong: [] })

/** Few connections that stay open, and no more machinery than that: what sending costs is not the service's. */
const agent = new Agent({ keepAlive: true })

const ask = (path: string, task?: Task): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      origin + path,
      {
        agent,
        method: task === undefined ? 'GET' : 'POST',
        headers: { ...task?.headers, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(task?.body)
  })

async function send(task: Task): Promise<string | null> {
  const { status, text } = await ask(task.path, task)
  return status < 300 ? null : `${task.path}: ${status} ${text.slice(0, 200)}`
}

/** At their times, whether those before were answered or not. */
async function act(tasks: readonly Task[]): Promise<Acted> {
  const sent: Promise<string | null>[] = []
  for (let next = Date.now(); !over && sent.length < tasks.length; next += 1000 / perSecond) {
    await sleep(Math.max(0, next - Date.now()))
    sent.push(send(tasks[sent.length] as Task))
  }
  const answers = await Promise.all(sent)
  return { sent: sent.length, wrong: answers.filter((answer) => answer !== null) }
}

process.on('message', async (request: ActRequest) => {
  over = request === 'end'
  if (request !== 'end') acting = act(request.begin)
  process.send?.(request === 'end' ? await acting : 'begun')
})
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
// The first requests of a process cost as much as several actions.
for (let turn = 0; turn < 20; turn += 1) await ask('/api/v1/sante')
process.send?.('ready')
