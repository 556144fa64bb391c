import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** A process beside us. It answers each message with one message, and ends when we let go of it. */
export interface Child {
  ask<T>(message: unknown): Promise<T>
  stop(): Promise<void>
}

/** One that listens. */
export interface Server extends Child {
  readonly origin: string
}

/** Starts a program; `hello` is what it says when it is ready. */
async function start(program: URL, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = fork(fileURLToPath(program), args, { env })
  const answer = <T>() =>
    new Promise<T>((resolve, reject) => {
      const gone = (code: number | null) => reject(new Error(`${program} ended (${code})`))
      child.once('exit', gone)
      child.once('message', (message) => {
        child.off('exit', gone)
        resolve(message as T)
      })
    })
  return {
    hello: await answer<unknown>(),
    ask<T>(message: unknown) {
      const answered = answer<T>()
      child.send(message as string)
      return answered
    },
    async stop() {
      if (!child.connected) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export async function startServer(
  program: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const { hello, ...child } = await start(program, args, env)
  return { ...child, origin: `http://127.0.0.1:${(hello as AddressInfo).port}` }
}

export const startChild = (program: URL, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Child> =>
  start(program, args, env)
