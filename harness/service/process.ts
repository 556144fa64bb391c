import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../src/package.ts'
import { unlimited } from './unlimited.ts'

/** A process of the program, followed from its start to its end. */
export interface Followed {
  readonly child: ChildProcess
  /** What it has shown, on both of its outputs. */
  shown(): string
  /** Waits until it shows that; false if it ends before. */
  shows(text: string | RegExp): Promise<boolean>
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** One that serves. */
export interface Serving extends Followed {
  readonly address: string
  readonly port: number
  /** The header of the first request that its terminal proposes; none without `--demo`. */
  readonly authorization: string
}

export function follow(child: ChildProcess): Followed {
  let shown = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text) => {
      shown += text
    })
  }
  const ended = once(child, 'close').then(([status, signal]) => status ?? signal)
  const isShown = (text: string | RegExp) =>
    typeof text === 'string' ? shown.includes(text) : text.test(shown)
  return {
    child,
    ended,
    shown: () => shown,
    async shows(text) {
      let over = false
      void ended.then(() => {
        over = true
      })
      while (!over && !isShown(text)) await sleep(5)
      return isShown(text)
    },
  }
}

/** The installed program, with these words and no other variables than these. */
export type Start = (words: readonly string[], environment: Readonly<Record<string, string>>) => ChildProcess

/** The program of this package, in a process of its own. */
export const installed = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: SpawnOptions = {},
): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('bin/antenne.js', packageRoot)), ...words], {
    env: { PATH: process.env.PATH, ...environment },
    ...options,
  })

/** Starts the service on a free port, and waits until it serves. */
export const startServing = (
  start: Start,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = ['--demo'],
): Promise<Serving> =>
  untilServing(
    follow(start(['demarrer', ...words], { ...unlimited, PORT: '0', LOG_LEVEL: 'silent', ...environment })),
  )

/** Waits until a process serves. */
export async function untilServing(followed: Followed): Promise<Serving> {
  const last = followed.child.spawnargs.includes('--demo') ? 'Ctrl-C' : /à l'écoute : http\S+\n/
  if (!(await followed.shows(last))) throw new Error(`the service did not start: ${followed.shown()}`)
  const [, address = ''] = /à l'écoute : (http:\/\/[^/\s"]+)/.exec(followed.shown()) ?? []
  const [, authorization = ''] = /curl -H 'Authorization: ([^']+)'/.exec(followed.shown()) ?? []
  return { ...followed, address, port: Number(new URL(address).port), authorization }
}

/** Waits until something has come about, as long as the process lives that is to bring it about. */
export async function until({ child, shown }: Followed, happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) {
    if (!isRunning(child)) throw new Error(`it has ended: ${shown()}`)
    await sleep(5)
  }
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** Asks it to stop, and waits for the end. */
export function stop({ child, ended }: Followed, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  return ended
}
