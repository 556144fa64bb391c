import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Sends a signal to a process; false when there is none of that number any more. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Sends a signal to a process first, so that it starts no more, and then to those that it started. */
export async function signalFamily(pid: number, name: NodeJS.Signals): Promise<readonly number[]> {
  const known = await childrenOf(pid)
  signal(pid, name)
  const children = [...new Set([...known, ...(await childrenOf(pid))])]
  for (const child of children) signal(child, name)
  return [pid, ...children]
}

/** Waits until all of them have ended. */
export async function gone(pids: readonly number[]): Promise<void> {
  while ((await running()).some(({ pid }) => pids.includes(pid))) await sleep(10)
}

const childrenOf = async (parent: number): Promise<number[]> =>
  (await running()).flatMap(({ pid, of }) => (of === parent ? [pid] : []))

/** All processes but those that have ended and are not yet collected. */
async function running(): Promise<{ pid: number; of: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, of, state = 'Z'] = line.trim().split(/\s+/)
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), of: Number(of) }]
  })
}
