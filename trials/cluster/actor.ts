import { setTimeout as sleep } from 'node:timers/promises'
import { nameOf } from '../../harness/actions/intentions.ts'
import type { Act, Move } from '../../harness/history/history.ts'
import { deliver, type Intention, resend, type Sending, type Told } from './deliver.ts'
import type { Asker } from './world.ts'

/** By what clients that actions create are found. */
export const MARKER = 'qzg'
const STALE = '2020-01-01T00:00:00.000Z'
/** Between two actions of one person, in milliseconds. */
const PAUSE = 150
/** As many answers are kept, to send their keys again later. */
const KEPT = 200

interface Item {
  readonly id: string
  readonly modifie_le: string
}

/**
 * Creates clients, asks for them, and has the requests decided or withdrawn, over HTTP, each with its key, again and
 * again until it is answered. Keys of earlier actions are sent again, and actions that must be refused.
 */
export async function act(
  { partner, user }: Asker,
  { operator, number, random }: { operator: string; number: number; random: () => number },
  sending: Sending,
): Promise<void> {
  const { history, stopped } = sending
  const answered: { readonly intention: Intention; readonly told: Told }[] = []
  let count = 0

  const intend = async (
    action: Act['action'],
    by: string,
    request: Pick<Intention, 'path' | 'body' | 'version'>,
    move?: Pick<Move, 'client' | 'state' | 'reservation'>,
    foul = false,
  ): Promise<Item | undefined> => {
    const intention = { ...request, by, cle: `grappe.${number}.${count++}` }
    const { cle } = intention
    const sent = history.now()
    const told = await deliver(intention, sending)
    const { status, text, attempts } = told
    const item = status >= 200 && status < 300 ? (JSON.parse(text) as Item) : undefined
    const span = { sent, received: history.now() }
    history.add({
      ...{ kind: 'act', action, cle, foul, status, attempts, ...span },
      partner: by === operator ? null : partner,
      ...(item === undefined ? { text: text.slice(0, 200) } : {}),
      ...(item !== undefined && action === 'creerClient' ? { client: item.id } : {}),
    })
    const known = item === undefined ? {} : { reservation: item.id }
    if (move !== undefined && (item !== undefined || status === 0))
      history.add({
        ...{ kind: 'move', partner, cle, acknowledged: item !== undefined },
        ...{ ...move, ...known, ...span },
      })
    if (item !== undefined) answered.push({ intention, told })
    if (answered.length > KEPT) answered.shift()
    await sleep(PAUSE)
    return item
  }

  while (!stopped.aborted) {
    const name = nameOf(1_000_000 * number + count)
    const body = { raison_sociale: name, rccm: `${MARKER} ${name}`, confirmer_doublon: true }
    const client = (await intend('creerClient', user, { path: '/clients', body }))?.id
    if (client === undefined) continue
    const asked = await intend(
      'demanderReservation',
      user,
      { path: '/reservations', body: { client_id: client } },
      { client, state: 'demandee' },
    )
    if (asked === undefined) continue
    const { id: reservation, modifie_le } = asked
    const refusal = {
      path: `/reservations/${reservation}/decision`,
      body: { decision: 'refusee', motif: 'Essai.' },
    }
    if (random() < 0.3)
      await intend('deciderReservation', operator, { ...refusal, version: STALE }, undefined, true)
    const choice = random()
    if (choice < 0.3)
      await intend(
        'annulerReservation',
        user,
        {
          path: `/reservations/${reservation}/annulation`,
          body: { motif: 'Essai.' },
          version: modifie_le,
        },
        { client, reservation, state: 'annulee' },
      )
    else {
      const state = choice < 0.6 ? 'validee' : 'refusee'
      const request = state === 'validee' ? { ...refusal, body: { decision: state } } : refusal
      const move = { client, reservation, state } as const
      await intend('deciderReservation', operator, { ...request, version: modifie_le }, move)
    }
    if (random() < 0.3)
      await intend('deciderReservation', operator, { ...refusal, version: modifie_le }, undefined, true)
    const again = answered[Math.floor(random() * answered.length)]
    if (again !== undefined) await resend(again.intention, again.told, sending)
  }
}
