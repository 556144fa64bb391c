import type { PartenaireConcurrent, ZoneGeographique } from 'antenne-client'
import { Fragment } from 'react'
import { useServices } from '../api.ts'
import { several } from '../format.ts'
import { zoneName } from '../labels.ts'
import { useClient } from '../queries.ts'

/** More of them are shown on request. */
const SHOWN = 4

interface RivalZonesProps {
  readonly zones: NonNullable<PartenaireConcurrent['zones']>
  readonly client_id: string
}

/** The zones of a competing partner: those that cover the client come first and are marked. */
export function RivalZones({ zones, client_id }: RivalZonesProps) {
  const client = useClient(client_id)
  const around = useContaining(client.data?.zone_id ?? null)
  if (client.isPending) return <p className="note">Zones : …</p>
  const common = zones.filter(({ id }) => around.has(id))
  const sorted = [...common, ...zones.filter(({ id }) => !around.has(id))]
  const [shown, others] = [sorted.slice(0, SHOWN), sorted.slice(SHOWN)]
  return (
    <>
      <p className="note">
        Zones : {zones.length === 0 ? 'aucune' : <Names of={shown} common={common} />}
        {around.size > 0 && common.length === 0 && zones.length > 0 && ' (aucune ne couvre le client)'}
      </p>
      {others.length > 0 && (
        <details className="note">
          <summary>{several(others.length, 'autre zone', 'autres zones')}</summary>
          <Names of={others} common={common} />
        </details>
      )}
    </>
  )
}

interface NamesProps {
  readonly of: readonly ZoneGeographique[]
  readonly common: readonly ZoneGeographique[]
}

const Names = ({ of, common }: NamesProps) =>
  of.map((zone, index) => (
    <Fragment key={zone.id}>
      {index > 0 && ', '}
      {common.includes(zone) ? <strong>{zoneName(zone)}, qui couvre le client</strong> : zoneName(zone)}
    </Fragment>
  ))

/** That zone, and those that contain it. */
function useContaining(id: string | null): ReadonlySet<string> {
  const { zones } = useServices().configuration
  const found = new Set<string>()
  for (let next = id; next !== null && !found.has(next); ) {
    found.add(next)
    next = zones.find((zone) => zone.id === next)?.parent_id ?? null
  }
  return found
}
