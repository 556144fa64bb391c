import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What the system tells of a process, on systems that have /proc; undefined elsewhere, and of one that has ended. */
function told<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The fields that follow its name: its state, its parent, times in hundredths of a second. */
export const statOf = (pid: number | string): string[] | undefined =>
  told(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  })

/** Resident memory, in MiB. */
export const memoryOf = (pid: number | undefined): number | undefined =>
  told(() => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Where its open files and sockets lead. */
export const filesOf = (pid: number | 'self' | undefined): string[] | undefined =>
  told(() => {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).map((entry) => told(() => readlinkSync(`${folder}/${entry}`)) ?? '')
  })

/** What it has started. */
export const childrenOf = (pid: number): number[] =>
  told(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    ?.split(' ')
    .flatMap((child) => Number(child) || []) ?? []

/** Processor time that all its threads have used, in milliseconds. */
export const processorTimeOf = (pid: number): number | undefined =>
  told(() =>
    readdirSync(`/proc/${pid}/task`)
      .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, milliseconds) => sum + milliseconds, 0),
  )
