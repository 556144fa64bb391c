import { describe, expect, test } from 'vitest'
import { violations } from '../harness/history/check.ts'
import type { Act, Event, Fault, Move, Replay, Scopes } from '../harness/history/history.ts'

/** Someone of a partner, who sees one client from the start. */
const scopes: Scopes = {
  user: { partner: 'partner', clients: ['own'], reservations: ['old'], watched: true },
  operator: { partner: null, clients: ['own', 'asked'], reservations: ['old'], all: true, watched: false },
}

const read = { kind: 'read', user: 'user', instance: 1, again: false, status: 200 } as const
const list = { ...read, path: '/clients', total: 1, clients: [['own', null]] } as const
const item = { ...read, path: '/clients/own' } as const
const old = ['old', 'partner', 'validee'] as const
const reservations = { ...read, path: '/reservations', total: 1, reservations: [old] } as const
const right = { kind: 'right', user: 'user', acknowledged: true } as const
const withdrawn: Event = { ...right, held: false, sent: 0, received: 10 }
const given: Event = { ...right, held: true, sent: 100, received: 110 }
const change = { kind: 'change', client: 'own', acknowledged: true } as const
const move = { kind: 'move', client: 'asked', partner: 'partner', acknowledged: true } as const
const asked: Move = { ...move, state: 'demandee', reservation: 'r', mouvement: 'm1', sent: 0, received: 10 }
const refused: Move = { ...move, state: 'refusee', reservation: 'r', mouvement: 'm2', sent: 20, received: 30 }
const ledger = {
  kind: 'ledger',
  sent: 100,
  received: 110,
  reservations: [['r', 'asked', 'partner', 'refusee']],
  journal: [
    ['m1', 'r', 'demandee'],
    ['m2', 'r', 'refusee'],
  ],
} as const

const act = { kind: 'act', partner: 'partner', foul: false, attempts: 2, sent: 0, received: 10 } as const
const created: Act = { ...act, action: 'creerClient', cle: 'q1', status: 201, client: 'new' }
const unanswered: Act = { ...act, action: 'creerClient', cle: 'q1', status: 0 }
const stale: Act = { ...act, action: 'deciderReservation', cle: 'q2', status: 412, foul: true }
const replay: Replay = { kind: 'replay', cle: 'q1', status: 201, same: true, sent: 20, received: 30 }
const acted = { ...ledger, actions: [['q1', 1]], created: [['new', 'name']] } as const

const { mouvement: _, ...request } = asked
const byAction = {
  ...ledger,
  reservations: [['r', 'asked', 'partner', 'demandee']],
  journal: [['m9', 'r', 'demandee', 'q3']],
} as const

const fault: Fault = { kind: 'fault', name: 'kill', round: 2, begin: 0, whole: 10, health: ['ok', 'ok'] }

const found = (...events: Event[]) => violations(events, scopes)

describe('a clean history', () => {
  test.each<[string, Event[]]>([
    [
      'an answer that was asked for before the withdrawal was acknowledged',
      [withdrawn, { ...list, sent: 9, received: 60 }],
    ],
    [
      'an answer that came after the right was being given back',
      [withdrawn, given, { ...list, sent: 50, received: 101 }],
    ],
    [
      'a refusal while the right is withdrawn',
      [withdrawn, { ...list, status: 403, clients: [], sent: 50, received: 60 }],
    ],
    [
      'a withdrawal that was not acknowledged',
      [
        { ...withdrawn, acknowledged: false },
        { ...list, sent: 50, received: 60 },
      ],
    ],
    ['no answer, and 503', [0, 503].map((status): Event => ({ ...list, status, sent: 0, received: 5 }))],
    ['a fault after which all instances are well', [fault]],
    ['moves that are there', [asked, refused, ledger]],
    [
      'a request without an answer that was made',
      [
        { ...asked, acknowledged: false },
        {
          ...ledger,
          reservations: [['x', 'asked', 'partner', 'demandee']],
          journal: [['n', 'x', 'demandee']],
        },
      ],
    ],
    [
      'a request without an answer that was not made',
      [
        { ...asked, acknowledged: false },
        { ...ledger, reservations: [], journal: [] },
      ],
    ],
    [
      'a client that the partner asks for',
      [
        asked,
        {
          ...list,
          total: 2,
          clients: [
            ['own', null],
            ['asked', null],
          ],
          sent: 5,
          received: 15,
        },
      ],
    ],
    ['actions that happened once, and one that was refused', [created, stale, replay, acted]],
    ['an action without an answer that happened', [unanswered, acted]],
    ['an action without an answer that did not happen', [unanswered, { ...acted, actions: [], created: [] }]],
    [
      'a client that the partner created',
      [
        created,
        {
          ...list,
          total: 2,
          clients: [
            ['own', null],
            ['new', null],
          ],
          sent: 9000,
          received: 9010,
        },
      ],
    ],
    [
      'a reservation that was just asked for, on a page or not yet',
      [
        asked,
        { ...reservations, sent: 5, received: 15 },
        {
          ...reservations,
          total: 2,
          reservations: [old, ['r', 'partner', 'demandee']],
          sent: 5,
          received: 15,
        },
        { ...reservations, user: 'operator', total: 2, sent: 9000, received: 9010 },
      ],
    ],
    [
      'a request without an answer, shown or not',
      [
        { ...asked, reservation: undefined, acknowledged: false },
        { ...reservations, sent: 9000, received: 9010 },
        {
          ...reservations,
          total: 2,
          reservations: [old, ['x', 'partner', 'demandee']],
          sent: 9000,
          received: 9010,
        },
      ] as Event[],
    ],
    ['a move by an action', [{ ...request, cle: 'q3' }, byAction]],
    [
      'data of five seconds ago',
      [
        { ...change, version: 1, sent: 0, received: 10 },
        { ...item, clients: [['own', 0]], sent: 5000, received: 5010 },
      ],
    ],
    [
      'a version that was written and not acknowledged',
      [
        { ...change, version: 1, acknowledged: false, sent: 0, received: 10 },
        { ...item, clients: [['own', 1]], sent: 9000, received: 9010 },
      ],
    ],
  ])('holds %s', (_, events) => expect(found(...events)).toEqual([]))
})

describe('a history is not clean when', () => {
  test.each<[string, Event[], RegExp]>([
    [
      'a right outlives its withdrawal',
      [withdrawn, { ...list, sent: 50, received: 60 }, given],
      /right was withdrawn/,
    ],
    [
      'a right outlives its withdrawal for good',
      [withdrawn, { ...list, sent: 50, received: 60 }],
      /right was withdrawn/,
    ],
    [
      'an acknowledged request is lost',
      [asked, { ...ledger, reservations: [], journal: [] }],
      /reservation is lost/,
    ],
    [
      'an acknowledged decision is lost',
      [asked, refused, { ...ledger, reservations: [['r', 'asked', 'partner', 'demandee']] }],
      /decision is lost/,
    ],
    [
      'a request is there twice',
      [
        asked,
        refused,
        { ...ledger, reservations: [...ledger.reservations, ['s', 'asked', 'partner', 'demandee']] },
      ],
      /nobody asked for, or twice/,
    ],
    [
      'a request without an answer is there twice',
      [
        { ...asked, acknowledged: false },
        {
          ...ledger,
          reservations: [
            ['r', 'asked', 'partner', 'demandee'],
            ['s', 'asked', 'partner', 'demandee'],
          ],
          journal: [],
        },
      ],
      /or twice/,
    ],
    [
      'a move is not in the journal',
      [asked, refused, { ...ledger, journal: [['m1', 'r', 'demandee']] }],
      /missing in the journal/,
    ],
    [
      'a move is in the journal twice',
      [asked, refused, { ...ledger, journal: [...ledger.journal, ['m1', 'r', 'demandee']] }],
      /journal twice/,
    ],
    [
      'a reservation is decided twice',
      [asked, refused, { ...ledger, journal: [...ledger.journal, ['m3', 'r', 'validee']] }],
      /decided 2 times/,
    ],
    ['an action is lost', [created, { ...acted, actions: [] }], /q1.*is lost/],
    ['a created client is lost', [created, { ...acted, created: [] }], /its client is lost/],
    ['an action happened twice', [created, { ...acted, actions: [['q1', 2]] }], /happened 2 times/],
    [
      'an action happened again beside its key',
      [
        created,
        {
          ...acted,
          actions: [
            ['q1', 1],
            ['of no key', 1],
          ],
        },
      ],
      /of no key: happened beside/,
    ],
    [
      'a client was created twice',
      [
        created,
        {
          ...acted,
          created: [
            ['new', 'name'],
            ['other', 'name'],
          ],
        },
      ],
      /created 2 times/,
    ],
    ['a refused action happened', [stale, { ...acted, actions: [['q2', 1]] }], /q2.*happened/],
    ['what must be refused is done', [{ ...stale, status: 200 }], /although it must not be/],
    ['what must be done is refused', [{ ...created, status: 409 }], /although it should be done/],
    ['an action is an error', [{ ...created, status: 500 }], /an error/],
    ['a key is answered otherwise', [created, { ...replay, same: false }], /otherwise the second time/],
    [
      'a client that the partner created long ago is missing',
      [created, { ...list, sent: 9000, received: 9010 }],
      /new is missing/,
    ],
    [
      'the operator does not count what was created',
      [created, { ...list, user: 'operator', total: 2, sent: 9000, received: 9010 }],
      /total 2/,
    ],
    [
      'somebody sees what is not theirs',
      [
        {
          ...list,
          total: 2,
          clients: [
            ['own', null],
            ['asked', null],
          ],
          sent: 5,
          received: 15,
        },
      ],
      /not for this caller/,
    ],
    [
      'somebody sees a client long after its request was refused',
      [
        asked,
        refused,
        {
          ...list,
          total: 2,
          clients: [
            ['own', null],
            ['asked', null],
          ],
          sent: 9000,
          received: 9010,
        },
      ],
      /not for this caller/,
    ],
    ['a client is missing', [{ ...list, total: 0, clients: [], sent: 0, received: 5 }], /own is missing/],
    [
      'a client that was asked for long ago is missing',
      [asked, { ...list, sent: 9000, received: 9010 }],
      /asked is missing/,
    ],
    ['a total is wrong', [{ ...list, user: 'operator', total: 3, sent: 0, received: 5 }], /total 3/],
    [
      'data are too old',
      [
        { ...change, version: 1, sent: 0, received: 10 },
        { ...item, clients: [['own', 0]], sent: 9000, received: 9010 },
      ],
      /replaced 8990 ms before/,
    ],
    [
      'data come from nowhere',
      [
        { ...item, clients: [['own', 7]], sent: 0, received: 5 },
        { ...change, version: 1, sent: 0, received: 10 },
      ],
      /nobody had written/,
    ],
    [
      'a reservation is missing',
      [{ ...reservations, total: 0, reservations: [], sent: 0, received: 5 }],
      /reservation old is missing/,
    ],
    [
      'a reservation that was asked for long ago is missing',
      [
        asked,
        {
          ...reservations,
          total: 2,
          reservations: [old, ['x', 'partner', 'demandee']],
          sent: 9000,
          received: 9010,
        },
      ],
      /reservation r is missing/,
    ],
    [
      'a reservation is there twice',
      [asked, { ...reservations, total: 2, reservations: [old, old], sent: 5, received: 15 }],
      /reservation is there twice/,
    ],
    [
      'the operator does not count what was asked for',
      [asked, { ...reservations, user: 'operator', reservations: [], sent: 9000, received: 9010 }],
      /total 1 of reservations, not between 2 and 2/,
    ],
    [
      'more reservations are counted than there can be',
      [{ ...reservations, total: 2, sent: 0, received: 5 }],
      /total 2 of reservations, not between 1 and 1/,
    ],
    [
      'another partner’s reservation is shown',
      [{ ...reservations, reservations: [['x', 'other', 'demandee']], sent: 0, received: 5 }],
      /another partner's/,
    ],
    [
      'an old state of a reservation is shown',
      [
        asked,
        refused,
        { ...reservations, reservations: [['r', 'partner', 'demandee']], sent: 9000, received: 9010 },
      ],
      /long decided/,
    ],
    [
      'an instance does not get well after a fault',
      [{ ...fault, health: ['ok', 'degrade'] }],
      /not well after kill, round 2: ok, degrade/,
    ],
    [
      'an answer is 500',
      [{ ...list, status: 500, text: 'erreur_interne', sent: 0, received: 5 }],
      /500 erreur_interne/,
    ],
    [
      'somebody is refused whose rights nobody touched',
      [{ ...list, user: 'operator', status: 403, sent: 0, received: 5 }],
      /403/,
    ],
  ])('%s', (_, events, expected) => {
    const all = found(...events)
    expect(all.length).toBeGreaterThan(0)
    expect(all.join('\n')).toMatch(expected)
  })
})
