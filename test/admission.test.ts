import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AdmissionControl } from '../src/http/admission/admission.ts'
import { type Arrival, RequestQueue } from '../src/http/admission/queue.ts'
import { type Visitor, visit, waited } from './setup/load-crowd.ts'
import { happenings, Trial } from './setup/load-happenings.ts'

const clients = '/api/v1/clients?page=2'
const client = '/api/v1/clients/1'
const sites = '/api/v1/clients/1/sites'
const offres = '/api/v1/offres'
const kinds = [clients, client, sites, offres, '/api/v1/sante', '/api/v1/autre']

const PLACES = 8
/** Of eight places, six are for anybody; the last two for kinds of request that have nobody inside. */
const SHARE = 6

let admission: AdmissionControl
const open = (places = PLACES) => {
  admission = new AdmissionControl(places)
  return admission
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  open()
})
afterEach(() => {
  admission.close()
  vi.useRealTimers()
})

/** So many come at once; each works for that long inside, or until told. */
const crowd = (count: number, url: string, work?: number): Visitor[] =>
  Array.from({ length: count }, () =>
    visit(admission, url, ({ finish }) => {
      if (work !== undefined) setTimeout(finish, work)
    }),
  )
const admitted = (visitors: readonly Visitor[]) => visitors.filter((visitor) => visitor.admitted > 0)
const refused = (visitors: readonly Visitor[]) => visitors.filter((visitor) => visitor.refused > 0)

describe('places', () => {
  test('as many are inside as there are places, the others wait and follow in the order of their coming', () => {
    const visitors = crowd(14, clients)
    expect(admitted(visitors)).toEqual(visitors.slice(0, SHARE))
    expect([admission.running, admission.queued]).toEqual([SHARE, 8])
    for (const [index, { finish }] of visitors.entries()) {
      finish()
      expect(admitted(visitors)).toEqual(visitors.slice(0, Math.min(14, SHARE + 1 + index)))
    }
    expect([admission.running, admission.queued, admission.refused]).toEqual([0, 0, 0])
  })

  test.each([
    { what: 'one kind of request', held: [clients] },
    { what: 'several kinds of request', held: [clients, client, sites] },
  ])('$what never takes all of them: others come past those who wait, one of each kind', ({ held }) => {
    const many = Array.from({ length: 5 }, () => held.flatMap((url) => crowd(2, url))).flat()
    expect(admitted(many)).toEqual(many.slice(0, SHARE))
    const [first, second] = crowd(2, offres)
    const [other] = crowd(1, '/api/v1/autre')
    expect([first, second, other].map((visitor) => visitor?.admitted)).toEqual([1, 0, 1])
    first?.finish()
    expect(second?.admitted).toBe(1)
    many[0]?.finish()
    expect(admitted(many)).toEqual(many.slice(0, SHARE))
    second?.finish()
    other?.finish()
    expect(admitted(many)).toEqual(many.slice(0, SHARE + 1))
  })

  test('a list, an item and its parts are kinds of their own, whatever the id or the query', () => {
    for (const url of [clients, client, sites]) {
      const same = crowd(SHARE, url)
      expect(admitted(same)).toHaveLength(SHARE)
      expect(visit(admission, url.replace('1', '2').replace('page=2', 'page=3')).admitted).toBe(0)
      admission.close()
      open()
    }
    crowd(SHARE, clients)
    expect(admitted([client, sites].flatMap((url) => crowd(1, url)))).toHaveLength(PLACES - SHARE)
  })

  test.each(['/', '/clients/nouveau', '/clients/1?page=2', '/assets/index-x_y.js', '/first.js', '/apis'])(
    'a file of the page needs none: %s',
    (file) => {
      for (const url of kinds) crowd(PLACES, url)
      const { running } = admission
      expect(admitted(crowd(50, file))).toHaveLength(50)
      expect(admission.running).toBe(running)
      admission.close()
      expect(refused(crowd(1, file))).toHaveLength(1)
    },
  )

  test.each([
    ...['/api', '/api?x', '/api/v1/moi', '/extension/v1/changements', '/configuration.json?x'],
    ...[
      '/openapi.json',
      '/llms.txt',
      '/demonstration/jeton',
      '/%61pi/v1/moi',
      '/%65xtension/v1/changements',
      '//api/v1/moi',
    ],
    'http://ailleurs/api/v1/moi',
  ])('whatever asks for more does, however it is spelt: %s', (url) => {
    for (const kind of kinds) crowd(PLACES, kind)
    expect(admitted(crowd(1, url))).toEqual([])
  })

  test.each([1, 2, 3])('with %i of them in all, requests still get in', (places) => {
    admission.close()
    open(places)
    const [first] = crowd(1, clients)
    expect(first?.admitted).toBe(1)
  })

  test('one who leaves twice, or never was inside, frees one place or none', () => {
    const visitors = crowd(SHARE + 2, clients)
    const stranger = visit(admission, clients)
    stranger.finish()
    expect(admitted([...visitors, stranger])).toHaveLength(SHARE)
    for (let time = 0; time < 3; time += 1) visitors[0]?.finish()
    visitors[0]?.hangUp()
    expect(admitted(visitors)).toHaveLength(SHARE + 1)
    expect(admission.running).toBe(SHARE)
  })

  test('one who hangs up inside gives the place to the next, one who hung up while waiting is passed over', () => {
    const visitors = crowd(SHARE + 3, clients)
    visitors[SHARE]?.hangUp()
    visitors[0]?.hangUp()
    expect(visitors.slice(SHARE).map(({ admitted }) => admitted)).toEqual([0, 1, 0])
    expect(admission.running).toBe(SHARE)
  })

  test('hundreds who wait and are done the moment they are let in do not pile up', () => {
    const first = [...crowd(SHARE, clients), ...crowd(1, client), ...crowd(1, sites)]
    const done: Visitor[] = []
    // As far down as the handler of a request is.
    const below = (depth: number, finish: () => void): void =>
      depth === 0 ? finish() : below(depth - 1, finish)
    const waiting = Array.from({ length: 300 }, () =>
      visit(admission, offres, (visitor) => {
        done.push(visitor)
        below(50, visitor.finish)
      }),
    )
    expect(done).toEqual([])
    first[0]?.finish()
    expect(done).toEqual(waiting)
    expect([admission.running, admission.queued]).toEqual([PLACES - 1, 0])
  })
})

describe('a crowd', () => {
  test('that comes at once and is served soon is served wholly', () => {
    const visitors = crowd(120, clients, 10)
    expect(admission.overloaded).toBe(false)
    vi.advanceTimersByTime(400)
    expect(admitted(visitors)).toHaveLength(120)
    expect([admission.running, admission.queued, admission.refused, admission.overloaded]).toEqual([
      0,
      0,
      0,
      false,
    ])
  })

  test('that never ends is shed: places are never empty, and everybody is told at once', () => {
    const work = 40
    const perMillisecond = 1
    const visitors: Visitor[] = []
    for (let time = 0; time < 3000; time += 1) {
      visitors.push(...crowd(perMillisecond, kinds[time % 4] ?? clients, work))
      vi.advanceTimersByTime(1)
      if (time > 10) expect(admission.running).toBeGreaterThanOrEqual(SHARE)
      if (time > 700) expect(admission.overloaded).toBe(true)
    }
    const later = visitors.filter(({ came }) => came - (visitors[0]?.came ?? 0) > 1100)
    vi.advanceTimersByTime(2000)
    expect(Math.max(...visitors.map(waited))).toBeLessThanOrEqual(1010)
    expect(Math.max(...later.map(waited))).toBeLessThanOrEqual(50)
    expect(admitted(visitors).length).toBeGreaterThanOrEqual(((3000 - work) * SHARE) / work)
    expect(admitted(visitors).length + refused(visitors).length).toBe(visitors.length)
    expect(admission.refused).toBe(refused(visitors).length)
    expect([admission.running, admission.queued, admission.overloaded]).toEqual([0, 0, false])
  })

  test.each([
    [150, 'a burst', false],
    [300, 'overload', true],
  ])('that waits %i ms each, for a second, is %s', (delay, _what, overloaded) => {
    const queue = new RequestQueue()
    const visitor = { request: {}, response: {}, callbacks: {} } as Omit<Arrival, 'since' | 'until'>
    for (let now = 0; now <= 1000; now += 10) {
      queue.add({ ...visitor, since: now, until: now + 500 })
      if (now >= delay) queue.next()
      expect(queue.expire(now)).toEqual([])
    }
    expect(queue.isOverloaded(1000)).toBe(overloaded)
  })

  test('of one kind that is held up for ever is told so, and takes nothing from the others', () => {
    const held = crowd(100, clients)
    for (let time = 0; time < 2000; time += 10) {
      const [other] = crowd(1, offres, 5)
      expect(other?.admitted).toBe(1)
      vi.advanceTimersByTime(10)
    }
    expect(admitted(held)).toHaveLength(SHARE)
    expect(refused(held)).toHaveLength(100 - SHARE)
  })

  test.each([
    // At 10 ms each, six at once, half a second is enough for 300.
    { stay: 10, most: 300 },
    { stay: 40, most: 75 },
    { stay: 1, most: 1000 },
  ])('larger than can be served in time is refused at the door, at $stay ms each', ({ stay, most }) => {
    for (let turn = 0; turn < 200; turn += 1) {
      crowd(SHARE, clients, stay)
      vi.advanceTimersByTime(stay)
    }
    crowd(SHARE, clients)
    const waiting = crowd(most, clients)
    expect(refused(waiting)).toEqual([])
    expect(refused(crowd(3, clients))).toHaveLength(3)
    expect(admission.queued).toBe(most)
  })

  test('of one kind that fills the waiting room does not keep others from the last places', () => {
    crowd(SHARE + 300, clients)
    const [other] = crowd(1, offres)
    expect([admission.queued, other?.admitted]).toEqual([300, 1])
  })
})

describe('a admission that closes', () => {
  test('refuses those who wait and whoever comes, and lets those inside finish', () => {
    const visitors = crowd(SHARE + 2, clients)
    admission.close()
    expect(refused(visitors)).toEqual(visitors.slice(SHARE))
    visitors[0]?.finish()
    expect(visit(admission, offres)).toMatchObject({ admitted: 0, refused: 1 })
    expect([admission.running, admission.queued]).toEqual([SHARE - 1, 0])
    admission.close()
    expect(refused(visitors)).toHaveLength(2)
  })
})

test('whatever happens, everybody is let in once or refused once, and never are too many inside', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), happenings, (places, happening) =>
      new Trial(places, kinds).run(happening),
    ),
    { numRuns: 300 },
  )
})

describe('a process that comes late to its work', () => {
  let behind: number
  beforeEach(() => {
    behind = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + behind)
    admission.close()
    open()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  /** The next look is so many milliseconds late. */
  const wake = (late: number) => {
    behind += late
    vi.advanceTimersByTime(50)
  }

  const used = () => {
    const visitors = crowd(SHARE, clients)
    const { length } = admitted(visitors)
    for (const { finish } of visitors) finish()
    return length
  }

  test('is not late by that where it has other work as well', () => {
    admission.close()
    admission = new AdmissionControl(8, 1000)
    for (let turn = 0; turn < 20; turn += 1) wake(350)
    expect([used(), admission.overloaded]).toEqual([SHARE, false])
  })

  test('uses fewer places, and all of them again when it does not', () => {
    expect(used()).toBe(SHARE)
    for (let turn = 0; turn < 10; turn += 1) wake(20)
    expect(used()).toBe(2)
    for (let turn = 0; turn < 200; turn += 1) wake(0)
    expect(used()).toBe(SHARE)
  })
})
