import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dial } from '../../harness/http/socket.ts'
import { freePort } from '../../harness/service/free-ports.ts'

/** The program of a Redis-compatible store, where this machine has one. */
export const storeProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** A store of its own, that can be hurt. */
export interface TestStore {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

export async function openTestStore(...options: string[]): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-compteurs-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const store: TestStore = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
      child = spawn(storeProgram ?? '', [...settings, ...options], { stdio: 'ignore' })
      while (!(await answers(port))) await sleep(20)
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async remove() {
      await store.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await store.start()
  return store
}

async function answers(port: number): Promise<boolean> {
  const { socket, next } = dial(port)
  socket.write('PING\r\n')
  await next()
  socket.destroy()
  return socket.bytesRead > 0
}
