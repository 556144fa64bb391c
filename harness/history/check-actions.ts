import { grouped } from './grouped.ts'
import type { Act, Event, Ledger } from './history.ts'

/**
 * Violations: an acknowledged action that is lost or happened twice, under its key or beside it; one that was refused
 * and happened; one that was refused and should not be, or the reverse; a key that is answered otherwise than the first
 * time.
 */
export function lostOrDoubledActions(events: readonly Event[]): string[] {
  const acts = events.filter((event): event is Act => event.kind === 'act')
  return [
    ...acts.flatMap((act) => strangeAnswer(act).map((fault) => told(act, fault))),
    ...events.flatMap((event) => (event.kind === 'ledger' ? faultsOf(event, acts) : [])),
    ...events.flatMap((event) =>
      event.kind === 'replay' && !event.same && event.status !== 0
        ? [`${event.cle}: its key was answered otherwise the second time, ${event.status}`]
        : [],
    ),
  ]
}

const isDone = ({ status }: Act): boolean => status >= 200 && status < 300

const told = ({ cle, action, status, text = '' }: Act, fault: string): string =>
  `${cle}, ${action}, answered ${status} ${text}: ${fault}`

function strangeAnswer(act: Act): string[] {
  if (act.status >= 500) return ['an error']
  if (act.foul && isDone(act)) return ['done although it must not be']
  return act.foul || act.status === 0 || isDone(act) ? [] : ['refused although it should be done']
}

function faultsOf({ sent, actions = [], created = [] }: Ledger, acts: readonly Act[]): string[] {
  const times = new Map(actions)
  const rows = new Set(created.map(([client]) => client))
  const faults: string[] = []
  for (const act of acts) {
    const happened = times.get(act.cle) ?? 0
    if (happened > 1) faults.push(told(act, `happened ${happened} times`))
    if (act.received > sent || act.status === 0) continue
    if (isDone(act) && happened === 0) faults.push(told(act, 'is lost'))
    if (!isDone(act) && happened > 0) faults.push(told(act, 'happened'))
    if (act.client !== undefined && !rows.has(act.client)) faults.push(told(act, 'its client is lost'))
  }
  const keys = new Set(acts.map(({ cle }) => cle))
  for (const [key] of actions) if (!keys.has(key)) faults.push(`${key}: happened beside its key`)
  for (const [name, found] of grouped(created, ([, of]) => of))
    if (found.length > 1) faults.push(`client ${name} was created ${found.length} times`)
  return faults
}
