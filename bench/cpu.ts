import { childrenOf, processorTimeOf, statOf } from '../harness/service/proc.ts'

/** Milliseconds of processor time used so far. */
export type Clock = () => number

/** The clock of the service and of all processes of the database; null where the system does not tell, or they run elsewhere. */
export function clockOf(service: number, backend: number): Clock | null {
  const server = Number(statOf(backend)?.[1])
  const clock = () =>
    [service, ...childrenOf(server)].reduce((sum, pid) => sum + (processorTimeOf(pid) ?? 0), 0)
  return childrenOf(server).includes(backend) ? clock : null
}
