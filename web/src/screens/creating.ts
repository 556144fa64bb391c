import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, type ControleDoublon } from 'antenne-client'
import { useState } from 'react'
import { useMeans } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { navigate } from '../router.tsx'
import { tellOutcome } from '../ui/outcome.tsx'
import { bodyOf } from './client-body.ts'
import { type ClientDraft, NEW_CLIENT } from './client-draft.ts'

/** What the service said of a draft that it did not take. */
export interface Refused {
  readonly text: string
  /** What is wrong, by field: `raison_sociale`, `contacts[0].nom`. */
  readonly faults: Readonly<Record<string, string>>
  /** The record that has this number already; null where the person may not see it. */
  readonly existing?: { readonly client_id: string | null }
  readonly close?: ControleDoublon
}

export type Creating = 'idle' | 'working' | 'retrying'

/** Sends a draft until it is answered; then goes to the new client, or says what is wrong. */
export function useCreating(clear: () => void) {
  const { acting } = useMeans()
  const queries = useQueryClient()
  const [state, setState] = useState<Creating>('idle')
  const [refused, setRefused] = useState<Refused | null>(null)

  const create = async (draft: ClientDraft, confirmed: boolean): Promise<void> => {
    setState('working')
    setRefused(null)
    const body = { ...bodyOf(draft), ...(confirmed && { confirmer_doublon: true }) }
    // A confirmed draft is another request than the same one unconfirmed.
    const key = confirmed ? `${draft.key}-confirme` : draft.key
    try {
      const { id, raison_sociale } = await acting.creerClient(body, {
        ...{ key, about: `Nouveau client ${draft.fields.raison_sociale}` },
        draft: { of: NEW_CLIENT, value: draft },
        onRetry: () => setState('retrying'),
      })
      clear()
      void queries.invalidateQueries({ queryKey: ['clients'] })
      tellOutcome({ tone: 'good', text: `${raison_sociale} est créé.` })
      navigate(`/clients/${id}`)
    } catch (error) {
      stopped(error)
    } finally {
      setState('idle')
    }
  }

  const stopped = (error: unknown) => {
    if (error instanceof Waiting) {
      // The form stays, for the next one: another screen may not be on the device yet.
      clear()
      return tellOutcome(error.outcome)
    }
    if (!(error instanceof AntenneError)) throw error
    setRefused(refusedOf(error))
  }

  const request = async (draft: ClientDraft): Promise<void> => {
    setState('working')
    const { rccm, ncc } = draft.fields
    try {
      const { client_id } = await acting.demanderReservation(rccm === '' ? { ncc } : { rccm }, {
        ...{ key: `${draft.key}-demande`, about: `Réservation de ${draft.fields.raison_sociale}` },
        draft: { of: NEW_CLIENT, value: draft },
        onRetry: () => setState('retrying'),
      })
      clear()
      void queries.invalidateQueries({
        predicate: ({ queryKey: [of] }) => of === 'reservations' || of === 'clients',
      })
      tellOutcome({ tone: 'good', text: 'Votre demande est enregistrée : l’opérateur en décidera.' })
      navigate(`/clients/${client_id}`)
    } catch (error) {
      stopped(error)
    } finally {
      setState('idle')
    }
  }
  return { state, refused, create, request }
}

function refusedOf({ code, message, details }: AntenneError): Refused {
  if (code === 'parametres_invalides') return { text: message, faults: details as Record<string, string> }
  if (code === 'client_existant')
    return { text: message, faults: {}, existing: details as { client_id: string | null } }
  if (code === 'doublon_detecte')
    return { text: message, faults: {}, close: details as unknown as ControleDoublon }
  return { text: message, faults: {} }
}
