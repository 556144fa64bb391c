import { availableParallelism, loadavg } from 'node:os'
import { violations } from '../../harness/history/check.ts'
import { refusedThoughHeld } from '../../harness/history/check-rights.ts'
import type { Event, Scopes } from '../../harness/history/history.ts'
import { largest } from '../../harness/load/statistics.ts'
import { print } from '../../src/commands/terminal.ts'
import { figures } from './figures.ts'

/** Prints what people noticed, and the verdict; whether it is good. */
export function report(events: readonly Event[], scopes: Scopes): boolean {
  const count = (kind: Event['kind']) => events.filter((event) => event.kind === kind).length
  const found = violations(events, scopes)
  print(figures(events))
  print(
    '\nTimes: median / longest, in seconds. failed: 503 or no connection; failed twice: also the second time, at the other instance.',
  )
  print(
    `${count('read')} reads, ${events.filter((event) => event.kind === 'move' && event.cle === undefined).length} actions by command, ${count('right')} changes of rights, ${count('change')} of clients; refused though the right was held: ${refusedThoughHeld(events)}`,
  )
  const acts = events.filter((event) => event.kind === 'act')
  const done = acts.filter(({ status }) => status >= 200 && status < 300)
  print(
    `${acts.length} actions over HTTP: ${done.length} done, ${acts.filter(({ foul }) => foul).length} to be refused, ${acts.filter(({ attempts }) => attempts > 1).length} sent more than once (${largest(acts.map(({ attempts }) => attempts))} times at most); ${count('replay')} keys sent again later`,
  )
  print(`load average of the machine: ${loadavg()[2]?.toFixed(1)} on ${availableParallelism()} processors`)
  if (found.length === 0) print('Verdict: the history is clean.')
  else print(`Verdict: ${found.length} violations\n${found.slice(0, 40).join('\n')}`)
  return found.length === 0
}
