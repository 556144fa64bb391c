import { expect, test } from 'vitest'
import { Cluster } from '../src/database/cluster.ts'
import type { PrimaryReport, ServerReport } from '../src/database/server-report.ts'
import type { View } from '../src/database/watch.ts'

// Whole numbers: their differences are exact.
const at = () => Math.floor(performance.now())
const primary = (server: string, timeline: number, position = 1000, synchronous = false): PrimaryReport => ({
  role: 'primary',
  synchronous,
  at: at(),
  server,
  place: server,
  timeline,
  position,
})
const standby = (server: string, position = 1000, more: Partial<ServerReport> = {}): View =>
  ({
    role: 'standby',
    at: at(),
    server,
    place: server,
    position,
    received: position,
    receiving: false,
    paused: false,
    ...more,
  }) as View
const refused = (): View => ({ role: 'unknown', at: at(), why: 'refused', error: new Error('refused') })
const silent = (): View => ({ role: 'unknown', at: at(), why: 'silent', error: new Error('timeout') })

/** A cluster that has seen a primary at 1000, unless told otherwise. */
function cluster({ seen = [primary('a', 1)], views = [] as View[], failover = 30 } = {}): Cluster {
  const known = new Cluster(() => views, failover)
  for (const report of seen) known.note(report)
  return known
}

test('of two primaries the one on the higher timeline counts', () => {
  const views = [primary('a', 1), primary('b', 2)]
  const known = cluster({ seen: views, views })
  expect(views.map((view) => known.isPrimary(view))).toEqual([false, true])
  expect(known.isUseful(views[0] as ServerReport)).toBe(false)
})

test('a deposed primary that answers last is not heard', () => {
  const views = [primary('b', 2), primary('a', 1)]
  const known = cluster({ seen: views, views })
  expect(views.map((view) => known.isPrimary(view))).toEqual([true, false])
})

test('of two primaries on one timeline neither counts; one server behind two addresses is one', () => {
  const views = [primary('a', 2), primary('b', 2)]
  const known = cluster({ seen: views, views })
  expect(views.map((view) => known.isPrimary(view))).toEqual([false, false])
  const same = [primary('a', 2), primary('a', 2)]
  const one = cluster({ seen: same, views: same })
  expect(same.map((view) => one.isPrimary(view))).toEqual([true, true])
})

test.each<[string, number | undefined, View[], Parameters<typeof cluster>[0]?]>([
  ['which has all', 1000, [refused(), standby('b')]],
  ['which has more than was seen', 1500, [refused(), standby('b', 1500)]],
  ['the furthest of them', 1200, [refused(), standby('b', 1100), standby('c', 1200)]],
  ['never, if so configured', undefined, [refused(), standby('b')], { failover: 0 }],
  ['not one that is behind the primary', undefined, [refused(), standby('b', 999)]],
  ['not one that is paused', undefined, [refused(), standby('b', 1000, { paused: true })]],
  ['not one that has more to replay', undefined, [refused(), standby('b', 1000, { received: 1001 })]],
  ['not one that still replays its own disk', undefined, [refused(), standby('b', 1000, { received: null })]],
  [
    'not while another one still replays its own disk',
    undefined,
    [refused(), standby('b'), standby('c', 900, { received: null })],
  ],
  [
    'not when another one received more',
    undefined,
    [refused(), standby('b'), standby('c', 1000, { received: 1100 })],
  ],
  ['not while another server is silent', undefined, [silent(), standby('b')]],
  ['not while one of three is silent', undefined, [silent(), standby('b'), standby('c')]],
  [
    'two of three, where what was acknowledged is on one of them',
    1200,
    [silent(), standby('b', 1100), standby('c', 1200)],
    { seen: [primary('a', 1, 1000, true)] },
  ],
  [
    'not one of two, wherever it was acknowledged',
    undefined,
    [silent(), standby('b')],
    { seen: [primary('a', 1, 1000, true)] },
  ],
  [
    'not one of three, the others silent',
    undefined,
    [silent(), silent(), standby('c')],
    { seen: [primary('a', 1, 1000, true)] },
  ],
  ['not the minority of three', undefined, [refused(), refused(), standby('c')]],
  ['not when the primary came back as a standby', undefined, [standby('a'), standby('b')]],
  [
    'not one that is sent to, where no primary was seen',
    undefined,
    [standby('b', 1000, { receiving: true })],
    { seen: [] },
  ],
  ['one that nobody sends to, where no primary was seen', 1000, [refused(), standby('b')], { seen: [] }],
  ['not where none was seen and none is missing', undefined, [standby('b')], { seen: [] }],
  ['not where none was seen and all follow nobody', undefined, [standby('b'), standby('c')], { seen: [] }],
])('while no primary answers a standby stands in: %s', (_, from, views, given) => {
  expect(cluster(given).standInFrom(views)).toBe(from)
})

test('a balancer beside the servers it leads to is no server of its own', () => {
  const led = [primary('a', 1), primary('a', 1), standby('b'), standby('c')]
  const views: View[] = [...led]
  const known = cluster({ seen: [], views })
  known.note(primary('a', 1))
  expect(known.standInFrom([refused(), refused(), standby('b'), standby('c')])).toBe(1000)
  expect(known.standInFrom([refused(), refused(), refused(), standby('c')])).toBeUndefined()
  // The balancer leads to a standby that is asked already: that is one.
  expect(known.standInFrom([standby('c'), refused(), refused(), standby('c')])).toBeUndefined()
})

test('no standby stands in once something arrives from a primary that is not listed', () => {
  const known = cluster()
  const fed = (position: number) => [refused(), standby('b', position, { receiving: true })]
  expect(known.standInFrom(fed(1000))).toBe(1000)
  expect(known.standInFrom(fed(1000))).toBe(1000)
  expect(known.standInFrom(fed(1001))).toBeUndefined()
})

test('lag counts from when the primary was last seen without what a standby lacks', () => {
  const known = cluster({ seen: [] })
  const start = at()
  for (const second of [0, 1, 2, 3, 4, 5, 6])
    known.note({ ...primary('a', 1, 1000 + second), at: start + 1000 * second })
  expect(known.lagOf(standby('b', 1006))).toBe(0)
  expect(known.lagOf(standby('b', 1003))).toBe(3000)
  expect(known.isUseful(standby('b', 999) as ServerReport)).toBe(false)
  known.note(primary('b', 2, 900))
  expect(known.lagOf(standby('c', 900))).toBe(0)
})

test('what a standby lacks ages until it is asked, though the primary says nothing meanwhile', () => {
  const start = at() - 7000
  const last = { ...primary('a', 1, 1001), at: start + 1000 }
  const known = cluster({ seen: [{ ...primary('a', 1, 1000), at: start }, last], views: [last] })
  expect(known.lagOf(standby('b', 1000, { at: start + 1500 }))).toBe(1500)
  expect(known.isUseful(standby('b', 1000, { at: start + 5500 }) as ServerReport)).toBe(false)
  expect(known.isUseful(standby('b', 1001, { at: start + 5500 }) as ServerReport)).toBe(true)
})

test('while no primary answers, only a standby that has all that any of them received is used', () => {
  const [ahead, behind] = [standby('b', 1010), standby('c', 1005)]
  const paused = standby('d', 1008, { received: 1010, paused: true })
  const useful = (known: Cluster) => [ahead, behind, paused].map((one) => known.isUseful(one as ServerReport))
  const lost = { ...primary('a', 1, 1000), at: at() - 6000 }
  expect(useful(cluster({ seen: [lost], views: [ahead, behind, paused] }))).toEqual([true, false, false])
  // Nor is any other where none was seen at all.
  expect(useful(cluster({ seen: [], views: [ahead, behind, paused] }))).toEqual([true, false, false])
  // One address leads to several of them: the last that answered is not the only one.
  const balanced = cluster({ seen: [lost], views: [behind] })
  expect(useful(balanced)).toEqual([true, true, true])
  for (const report of [ahead, behind]) balanced.note(report as ServerReport)
  expect(useful(balanced)).toEqual([true, false, false])
  // A primary that answers says itself how far it is.
  balanced.note(lost)
  expect(useful(balanced)).toEqual([true, true, true])
})

test('of standbys behind one address, only one that has all that any of them received stands in', () => {
  const [ahead, behind] = [standby('b', 1010), standby('c', 1005)]
  const known = cluster()
  expect(known.standInFrom([refused(), behind])).toBe(1005)
  known.note(ahead as ServerReport)
  expect(known.standInFrom([refused(), behind])).toBe(undefined)
  expect(known.standInFrom([refused(), ahead])).toBe(1010)
})

test('what is not remembered counts as lacking, however many positions are noted in a moment', () => {
  const start = at() - 20_000
  const last = { ...primary('a', 1, 3000), at: start + 20_000 }
  const known = cluster({ seen: [], views: [last] })
  for (let step = 0; step <= 2000; step += 1)
    known.note({ ...last, position: 1000 + step, at: start + 10 * step })
  const behind = (position: number) => standby('b', position, { at: last.at })
  expect(known.lagOf(behind(1000))).toBe(Number.POSITIVE_INFINITY)
  expect(known.isUseful(behind(1000) as ServerReport)).toBe(false)
  expect(known.lagOf(behind(2700))).toBeLessThanOrEqual(3300)
  expect(known.isUseful(behind(2700) as ServerReport)).toBe(true)
})

test('a promoted server is current at every address that leads to it, however long it writes', () => {
  const views: View[] = []
  const known = cluster({ views })
  const start = at()
  for (let second = 0; second < 20; second += 1) {
    const promoted = { ...primary('b', 2, 1000 + second), at: start + 1000 * second }
    // One of the two was asked a moment before the other.
    views.splice(0, 2, promoted, { ...promoted, position: 1000 })
    for (const view of views) known.note(view as ServerReport)
  }
  expect(views.map((view) => known.lagOf(view))).toEqual([0, 0])
  expect(views.map((view) => known.isUseful(view as ServerReport))).toEqual([true, true])
})

test('a standby that was behind when the primary was lost is behind its successor, and meanwhile', () => {
  const views: View[] = []
  const known = cluster({ seen: [], views })
  const start = at() - 20_000
  for (const second of [0, 1, 2]) known.note({ ...primary('a', 1, 1000 + second), at: start + 1000 * second })
  const behind = standby('c', 1000) as ServerReport
  expect(known.isUseful(behind)).toBe(false)
  expect(known.isUseful(standby('b', 1002) as ServerReport)).toBe(true)
  views.push(primary('b', 2, 1002))
  known.note(views[0] as ServerReport)
  expect(known.isUseful(behind)).toBe(false)
  expect(known.isUseful(standby('d', 1002) as ServerReport)).toBe(true)
})

test('a standby that does not follow a new primary is not used, however late the new primary was seen', () => {
  const views: View[] = []
  const known = cluster({ seen: [], views })
  const lost = at() - 20_000
  known.note({ ...primary('a', 1, 1000), at: lost })
  expect(known.isUseful(standby('c', 1000) as ServerReport)).toBe(true)
  views.push(primary('b', 2, 1100))
  known.note(views[0] as ServerReport)
  const left = standby('c', 1000)
  expect(known.lagOf(left)).toBeGreaterThanOrEqual(20_000)
  expect(known.isUseful(left as ServerReport)).toBe(false)
  expect(known.isUseful(standby('c', 1100) as ServerReport)).toBe(true)
})

test('a standby that was never seen with all that the primary has is not used', () => {
  const known = cluster()
  const behind = standby('b', 999) as ServerReport
  expect([known.lagOf(behind), known.isUseful(behind)]).toEqual([Number.POSITIVE_INFINITY, false])
  expect(known.isUseful(standby('b', 1000) as ServerReport)).toBe(true)
})

test('a former primary that is back as a standby is used once it follows another: what it wrote alone counts for nothing', () => {
  const views: View[] = []
  const known = cluster({ seen: [primary('a', 1, 1000), primary('b', 2, 900), primary('b', 2, 1000)], views })
  // As far as the new primary, by its own history; what it tries to receive begins before that.
  const back = (received: number | null) =>
    standby('a again', 1000, {
      place: 'a',
      receiving: true,
      received,
    } as Partial<ServerReport>) as ServerReport
  for (const received of [null, 0, 900])
    expect([known.isUseful(back(received)), known.lagOf(back(received))]).toEqual([
      false,
      Number.POSITIVE_INFINITY,
    ])
  expect([known.isUseful(back(1000)), known.lagOf(back(1000))]).toEqual([true, 0])
  // Where a segment begins, a server says that it has received before it has.
  const boundary = 2 ** 24
  const segment = cluster({ seen: [primary('a', 1, boundary), primary('b', 2, boundary)], views: [] })
  const atBoundary = (server: string) =>
    standby(server, boundary, { received: boundary } as Partial<ServerReport>) as ServerReport
  expect(['a', 'c'].map((server) => segment.isUseful(atBoundary(server)))).toEqual([false, true])
  // Any other that is as far as the primary has only been restarted.
  const restarted = (position: number) =>
    standby('c again', position, {
      place: 'c',
      receiving: true,
      received: 0,
    } as Partial<ServerReport>) as ServerReport
  expect([999, 1000, 1001].map((position) => known.isUseful(restarted(position)))).toEqual([
    false,
    true,
    false,
  ])
  // Nor does it confirm a right, when the new primary is lost.
  views.push(refused(), standby('c', 950), back(900))
  expect(known.standInFrom(views)).toBe(undefined)
  views[2] = back(1000)
  expect(known.standInFrom(views)).toBe(1000)
})

test('a former primary that has followed another is a standby as any other when it is restarted', () => {
  const known = cluster({ seen: [primary('a', 1, 1000), primary('b', 2, 1000)] })
  const restarted = standby('a again', 1000, {
    place: 'a',
    received: 0,
  } as Partial<ServerReport>) as ServerReport
  known.note(restarted)
  expect(known.isUseful(restarted)).toBe(false)
  known.note(standby('a', 1000) as ServerReport)
  expect(known.isUseful(restarted)).toBe(true)
  // Until it is the primary once more.
  known.note(primary('a', 3, 1000))
  known.note(primary('b', 4, 1000))
  expect(known.isUseful(restarted)).toBe(false)
})
