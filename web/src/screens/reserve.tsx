import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, type ClientDetail, newKey } from 'antenne-client'
import { useRef, useState } from 'react'
import { useServices } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { knownSendings } from '../device/sendings.ts'
import { useMe, useRights } from '../session/me.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { RETRYING } from '../ui/retrying.ts'

/** A partner asks for a client that nobody manages and that it has not asked for yet. */
export function Reserve({ client }: { readonly client: ClientDetail }) {
  const { acting } = useServices()
  const { organisation } = useMe()
  const can = useRights()
  const queries = useQueryClient()
  const key = useRef(newKey())
  const waited = useRef(false)
  const [state, setState] = useState<'idle' | 'working' | 'retrying'>('idle')
  const free = client.partenaire_actuel_id === null && client.statut !== 'reservation_demandee'
  if (organisation.type !== 'partenaire' || !can('clients.reserver') || !free) return null
  const ask = async () => {
    if (state !== 'idle') return
    setState('working')
    tellOutcome(null)
    // What waited may have been answered since: to ask once more is another intention.
    if (waited.current && !knownSendings().some((one) => one.key === key.current)) key.current = newKey()
    waited.current = false
    try {
      const options = {
        ...{ key: key.current, about: `Réservation de ${client.raison_sociale}` },
        onRetry: () => setState('retrying'),
      }
      await acting.demanderReservation({ client_id: client.id }, options)
      key.current = newKey()
      const text = `${client.raison_sociale} : votre demande est enregistrée, l’opérateur en décidera.`
      tellOutcome({ tone: 'good', text })
    } catch (error) {
      if (!(error instanceof AntenneError || error instanceof Waiting)) throw error
      waited.current = error instanceof Waiting
      tellOutcome(error instanceof Waiting ? error.outcome : { tone: 'bad', text: error.message })
    } finally {
      setState('idle')
      void queries.invalidateQueries()
    }
  }
  return (
    <>
      <button type="button" className="button primary" aria-disabled={state !== 'idle'} onClick={ask}>
        {state === 'idle' ? 'Demander la réservation' : 'Demande en cours…'}
      </button>
      <span className="note" role="status">
        {state === 'retrying' && RETRYING}
      </span>
    </>
  )
}
