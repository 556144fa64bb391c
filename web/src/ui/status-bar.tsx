import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { addresses } from '../addresses.ts'
import { ageOf } from '../device/kept-answers.ts'
import { useOffline } from '../device/use-offline.ts'
import { useSendings } from '../device/use-sendings.ts'
import { datedFrom, several } from '../format.ts'
import { Link } from '../router.tsx'
import { Icon } from './icon.tsx'

/** When what the screen shows was answered. */
function useAge(): number | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => ageOf(queries))
}

/** Says that there is no network, of when the data are, and what waits to be sent. Nothing otherwise. */
export function StatusBar() {
  const offline = useOffline()
  const age = useAge()
  const sendings = useSendings()
  const refused = sendings.filter((one) => one.refused !== undefined).length
  return (
    <div className="standing" role="status">
      {offline && (
        <p>
          <Icon name="offline" />
          {age === undefined
            ? 'Hors ligne.'
            : `Données ${datedFrom(new Date(age).toISOString())}, hors ligne.`}
        </p>
      )}
      {sendings.length > 0 && (
        <p>
          <Link href={addresses.sendings}>
            {refused > 0
              ? `${several(refused, 'envoi à reprendre', 'envois à reprendre')}`
              : `${several(sendings.length, 'envoi en attente', 'envois en attente')}`}
          </Link>
        </p>
      )}
    </div>
  )
}
