import { type Member, names } from './node.ts'
import type { Options } from './options.ts'

/** The member that leads and runs. */
export const leaderOf = (members: readonly Member[]) =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')

/** Whether all members are there and follow one leader, and the one that commits wait for is named. */
export function isWhole(members: readonly Member[], { synchronous }: Options): boolean {
  const leader = leaderOf(members)
  if (leader === undefined || members.length !== names.length) return false
  const standbys = members.filter((member) => member !== leader)
  return (
    standbys.every(
      ({ state, timeline, lag }) =>
        /^(running|streaming)$/.test(state) && timeline === leader.timeline && Number(lag) < 1_000_000,
    ) &&
    (!synchronous || standbys.some(({ role }) => role === 'sync_standby'))
  )
}
