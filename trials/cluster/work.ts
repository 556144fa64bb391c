import { mix, unit } from '../../demo/random.ts'
import type { History } from '../../harness/history/history.ts'
import { OpenidClient } from '../../harness/identity/openid-client.ts'
import { act } from './actor.ts'
import type { Cluster } from './cluster.ts'
import type { Instance } from './instance.ts'
import { move } from './mover.ts'
import { read } from './reader.ts'
import { withdrawAndGive } from './rights.ts'
import { accounts, type World } from './world.ts'
import { change } from './writer.ts'

/** Numbers that are the same for the same seed. */
function randomOf(seed: number): () => number {
  let count = 0
  return () => unit(mix(seed, count++))
}

/** Lets everybody work until the signal comes; resolves when all have stopped. */
export async function work(
  { instances, issuer, rw }: Cluster,
  world: World,
  { history, seed, stopped }: { history: History; seed: number; stopped: AbortSignal },
): Promise<void> {
  const provider = new OpenidClient(issuer)
  const tokens = await Promise.all(
    world.users.map(async ({ id }) => (await provider.machineToken(id)).access_token),
  )
  const writing = { history, rw, stopped }
  const tokenOf = (user: string) => tokens[world.users.findIndex(({ id }) => id === user)] ?? ''
  const sending = { history, instances, tokenOf, stopped }
  const reading = { history, world, instances, gone: new Set<Instance>(), stopped }
  await Promise.all([
    ...world.users.flatMap((user, index) =>
      instances.map((instance) => read(user, tokens[index] ?? '', instance, reading)),
    ),
    ...world.users.map((user, index) => withdrawAndGive(user, randomOf(seed + index), writing)),
    ...world.askers.map((asker, index) => move(asker, randomOf(seed + 100 + index), writing)),
    ...world.askers.map((asker, index) => {
      const who = { operator: accounts.operator, number: index + 1, random: randomOf(seed + 200 + index) }
      return act(asker, who, sending)
    }),
    ...world.changing.map((id) => change(id, writing)),
  ])
}
