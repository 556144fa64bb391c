import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addresses } from '../addresses.ts'
import { useServices } from '../api.ts'
import { useMe } from '../session/me.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { sendWaiting } from './send-waiting.ts'
import { draftOf, readSendings, type Sending } from './sendings.ts'
import { useOffline } from './use-offline.ts'
import { useSendings } from './use-sendings.ts'

/** Without a network, and while something waits, the service is asked this often, in milliseconds. */
const OFTEN = 10_000

const WHY = { href: addresses.sendings, text: 'Voir vos envois' }

/** Finds out when the service can be reached again; then everything is read anew, and what waited is sent. */
export function useReturn(): void {
  const { api } = useServices()
  const { id: user } = useMe().utilisateur
  const queries = useQueryClient()
  const offline = useOffline()
  const anyWaits = useSendings().some(({ refused }) => refused === undefined)

  useEffect(() => {
    readSendings(user).catch(() => {})
  }, [user])

  useEffect(() => {
    if (!offline) return
    const ask = () => void queries.refetchQueries({ queryKey: ['moi'] })
    addEventListener('online', ask)
    const timer = setInterval(ask, OFTEN)
    return () => {
      removeEventListener('online', ask)
      clearInterval(timer)
      void queries.invalidateQueries()
    }
  }, [offline, queries])

  useEffect(() => {
    if (offline) return
    const send = () => {
      const report = (sending: Sending, refused: string | null) => {
        void queries.invalidateQueries()
        if (refused === null) draftOf(sending)?.forgetIf(sending.draft?.value)
        tellOutcome(
          refused === null
            ? { tone: 'good', text: `${sending.about} : envoyé.` }
            : { tone: 'bad', text: `${sending.about} : l’envoi n’a pas abouti.`, link: WHY },
        )
      }
      sendWaiting(api, user, report).catch(() => {})
    }
    send()
    if (!anyWaits) return
    const timer = setInterval(send, OFTEN)
    return () => clearInterval(timer)
  }, [offline, anyWaits, api, user, queries])
}
