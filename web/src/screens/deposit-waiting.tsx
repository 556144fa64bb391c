import type { TypeDocument } from 'antenne-client'
import { addresses } from '../addresses.ts'
import { useSendings } from '../device/use-sendings.ts'
import { Link } from '../router.tsx'
import { depositName } from './deposit-draft.ts'

/** Says that a deposit of that type waits on the device, or was refused since. */
export function WaitingDeposit({ partenaire_id, type }: { partenaire_id: string; type: TypeDocument }) {
  const of = depositName(partenaire_id, type)
  const waiting = useSendings().find(({ draft }) => draft?.of === of)
  if (waiting === undefined) return null
  return (
    <p className="banner">
      {waiting.file === undefined ? 'Un dépôt' : `« ${waiting.file.content.name} »`}{' '}
      {waiting.refused === undefined ? 'attend le réseau dans' : 'a été refusé : il est dans'}{' '}
      <Link href={addresses.sendings}>vos envois</Link>.
    </p>
  )
}
