import { useQueryClient } from '@tanstack/react-query'
import { type AntenneClient, AntenneError, type ControleDoublon } from 'antenne-client'
import { useState } from 'react'
import { addresses } from '../addresses.ts'
import { useServices } from '../api.ts'
import { type Acting, Waiting } from '../device/outbox.ts'
import { navigate } from '../router.tsx'
import { tellOutcome } from '../ui/outcome.tsx'
import { useShown } from '../ui/shown.ts'
import { bodyOf } from './client-body.ts'
import { type ClientDraft, hasMore, NEW_CLIENT, type useClientDraft } from './client-draft.ts'

/** What the service said of a draft that it did not take. */
export interface Refused {
  /** The key of that draft. */
  readonly of: string
  readonly text: string
  /** What is wrong, by field: `raison_sociale`, `contacts[<id>].nom`. */
  readonly faults: Readonly<Record<string, string>>
  /** The record that has this number already; null where the person may not see it. */
  readonly existing?: { readonly client_id: string | null }
  readonly close?: ControleDoublon
}

export type Creating = 'idle' | 'creating' | 'requesting'

type Sent = Parameters<Acting['creerClient']>[1]

interface Delivery {
  readonly doing: Exclude<Creating, 'idle'>
  readonly about: string
  readonly key: string
  /** The draft stays in the form: not all of it is sent. */
  readonly stays?: boolean
}

/** Sends a draft until it is answered; then goes to the new client, or says what is wrong. */
export function useCreating({ clear, renew }: Pick<ReturnType<typeof useClientDraft>, 'clear' | 'renew'>) {
  const { acting, api } = useServices()
  const queries = useQueryClient()
  const [state, setState] = useState<Creating>('idle')
  const [retrying, setRetrying] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const isShown = useShown()

  const stopped = (error: unknown, draft: ClientDraft, { about, stays = false }: Delivery) => {
    if (error instanceof Waiting) {
      // The form stays, for the next one: another screen may not be on the device yet.
      if (!stays) clear(draft)
      setRefused(null)
      return tellOutcome(error.outcome)
    }
    if (!(error instanceof AntenneError)) throw error
    if (isShown()) setRefused({ of: draft.key, ...refusedOf(error, draft) })
    else tellOutcome({ tone: 'bad', text: `${about} : ${error.message} ${KEPT}` })
  }

  /** Tells what became of it wherever the person is by then; only who still sees the form is led to the client. */
  const deliver = async (
    draft: ClientDraft,
    delivery: Delivery,
    send: (sent: Sent) => Promise<{ readonly id: string; readonly text: string }>,
  ): Promise<void> => {
    if (state !== 'idle') return
    const { doing, about, key, stays = false } = delivery
    setState(doing)
    try {
      const { id, text } = await send({
        ...{ key, about, ...(!stays && { draft: { of: NEW_CLIENT, value: draft } }) },
        onRetry: () => setRetrying(true),
      })
      const isUnchanged = !stays && clear(draft)
      if (stays) renew(draft)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [of] }) => of === 'reservations' || of === 'clients',
      })
      tellOutcome({ tone: 'good', text })
      const isBack = isUnchanged && location.pathname === addresses.newClient
      if (isShown() || isBack) navigate(`/clients/${id}`)
    } catch (error) {
      stopped(error, draft, delivery)
    } finally {
      setState('idle')
      setRetrying(false)
    }
  }

  const create = (draft: ClientDraft, confirmed: boolean): Promise<void> => {
    if (state === 'idle') setRefused(null)
    const body = { ...bodyOf(draft), ...(confirmed && { confirmer_doublon: true }) }
    // A confirmed draft is another request than the same one unconfirmed.
    const key = confirmed ? `${draft.key}-confirme` : draft.key
    const about = `Nouveau client ${draft.fields.raison_sociale}`
    return deliver(draft, { doing: 'creating', key, about }, async (sent) => {
      const { id, raison_sociale } = await acting.creerClient(body, sent)
      return { id, text: `La fiche ${raison_sociale} est créée.` }
    })
  }

  const request = (draft: ClientDraft): Promise<void> => {
    const [key, about] = [`${draft.key}-demande`, `Réservation de ${draft.fields.raison_sociale}`]
    const stays = hasMore(draft)
    return deliver(draft, { doing: 'requesting', key, about, stays }, async (sent) => {
      const { client_id } = await acting.demanderReservation(await knownNumber(api, draft), sent)
      return { id: client_id, text: stays ? `${REQUESTED} ${STAYS}` : REQUESTED }
    })
  }
  return { state, retrying, refused, dismiss: () => setRefused(null), create, request }
}

/** The number that a client has already: of two, the refusal does not say which. */
async function knownNumber(api: AntenneClient, { fields }: ClientDraft) {
  const [rccm, ncc] = [fields.rccm.trim(), fields.ncc.trim()]
  const isKnown = ncc === '' || (rccm !== '' && (await api.controlerDoublon({ rccm })).resultat !== 'aucun')
  return isKnown ? { rccm } : { ncc }
}

const REQUESTED = 'Votre demande est enregistrée : l’opérateur en décidera.'
const STAYS = 'Le reste de votre saisie est gardé dans « Nouveau client ».'
const KEPT = 'Votre saisie est conservée : rouvrez « Nouveau client » pour la reprendre.'

/** Ranks of contacts and sites change when others are taken away: their faults are named by their ids. */
const byId = (faults: Readonly<Record<string, string>>, draft: ClientDraft): Refused['faults'] =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => {
      const [, of, rank, field] = /^(contacts|sites)\[(\d+)\](.*)$/.exec(path) ?? []
      const part = draft[of as 'contacts' | 'sites']?.[Number(rank)]
      return [part === undefined ? path : `${of}[${part.id}]${field}`, fault]
    }),
  )

function refusedOf({ code, message, details }: AntenneError, draft: ClientDraft): Omit<Refused, 'of'> {
  if (code === 'parametres_invalides')
    return { text: message, faults: byId(details as Record<string, string>, draft) }
  if (code === 'client_existant')
    return { text: message, faults: {}, existing: details as { client_id: string | null } }
  if (code === 'doublon_detecte')
    return { text: message, faults: {}, close: details as unknown as ControleDoublon }
  return { text: message, faults: {} }
}
