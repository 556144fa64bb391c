import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from './world.ts'
import { Writer, type Writing } from './writer.ts'

/** Withdraws a user's right and gives it back, again and again, and leaves it given. */
export async function withdrawAndGive(
  { id, right }: User,
  random: () => number,
  { history, rw, stopped }: Writing,
): Promise<void> {
  if (right === undefined) return
  const writer = new Writer(rw)
  const make = async (held: boolean) => {
    const sent = history.now()
    const acknowledged = await writer.write(held ? right.give : right.withdraw, [id])
    history.add({ kind: 'right', user: id, held, sent, received: history.now(), acknowledged })
    return acknowledged
  }
  for (let held = false; !stopped.aborted || !held; ) {
    // What was not acknowledged may have happened: it is said again until it has.
    if (await make(held)) {
      // Withdrawn for longer than given: there is more to find.
      await sleep((held ? 500 : 1500) + 2000 * random())
      held = !held
    } else await sleep(500)
  }
  await make(true)
  writer.close()
}
