import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Move } from '../../harness/history/history.ts'
import { antenne } from './instance.ts'
import { searchPath } from './processes.ts'
import { type Asker, accounts } from './world.ts'
import type { Writing } from './writer.ts'

/** A command that hangs is ended after this long, in milliseconds. */
const PATIENCE = 30_000

const decisions = ['validee', 'refusee', 'annulee'] as const
const flags = { validee: '--valider', refusee: '--refuser', annulee: '--annuler' }

/** Asks for prospects and has the requests decided, one after the other, by the command line. */
export async function move(
  { partner, user, prospects }: Asker,
  random: () => number,
  { history, rw, stopped }: Writing,
): Promise<void> {
  /** Those of which it is known how they are, and that may be asked for. */
  const free = [...prospects]
  const run = async (made: Pick<Move, 'client' | 'state' | 'reservation'>, args: readonly string[]) => {
    const sent = history.now()
    const { answer, text } = await command(rw, args)
    history.add({
      kind: 'move',
      ...made,
      partner,
      sent,
      received: history.now(),
      acknowledged: answer !== undefined,
      ...(answer === undefined ? { text } : { mouvement: answer.mouvement }),
      ...(answer?.reservation_id === undefined ? {} : { reservation: answer.reservation_id }),
    })
    return answer
  }
  while (!stopped.aborted && free.length > 0) {
    const [client = ''] = free.splice(Math.floor(random() * free.length), 1)
    const asked = await run({ client, state: 'demandee' }, [
      ...['reserver', '--client', client, '--partenaire', partner, '--par', user],
    ])
    await sleep(300)
    const reservation = asked?.reservation_id
    if (reservation === undefined) continue
    // One in thirty is validated: that uses a prospect up.
    const state = decisions[random() < 1 / 30 ? 0 : random() < 0.5 ? 1 : 2] ?? 'refusee'
    const motif = state === 'validee' ? [] : ['--motif', 'Essai.']
    const decided = await run({ client, state, reservation }, [
      ...['decider', reservation, flags[state], ...motif, '--par', accounts.operator],
    ])
    if (decided !== undefined && state !== 'validee') free.push(client)
    await sleep(300)
  }
}

interface Done {
  readonly mouvement: string
  readonly reservation_id?: string
}

/** What the command printed, or undefined when it did not say that it was done. */
const command = (rw: string, args: readonly string[]): Promise<{ answer: Done | undefined; text: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [antenne, ...args, '--json'],
      { timeout: PATIENCE, killSignal: 'SIGKILL', env: { PATH: searchPath, DATABASE_URL: rw } },
      (error, stdout, stderr) =>
        resolve({
          answer: error === null ? (JSON.parse(stdout) as Done) : undefined,
          text: stderr.slice(0, 300),
        }),
    )
  })
