import { childrenOf, processorTimeOf, statOf } from '../harness/service/proc.ts'

/** Starts to count; the function that it gives tells the milliseconds of processor time used since. */
type Clock = () => () => number

/**
 * The clock of the service and of the database's processes, those that are there from the start to the end; null where
 * the system does not tell, or they run elsewhere.
 */
export function clockOf(service: number, backend: number): Clock | null {
  const server = Number(statOf(backend)?.[1])
  if (!childrenOf(server).includes(backend)) return null
  return () => {
    const before = [service, ...childrenOf(server)].map((pid) => [pid, processorTimeOf(pid)] as const)
    return () =>
      before.reduce((sum, [pid, began = 0]) => sum + Math.max(0, (processorTimeOf(pid) ?? began) - began), 0)
  }
}
