import type { Sending } from '../device/sendings.ts'
import { useSendings } from '../device/use-sendings.ts'
import type { Move } from './outcome-words.ts'

function moveOf({ action, parameters }: Sending): Move | undefined {
  if (action === 'annulerReservation') return 'annulee'
  if (action !== 'deciderReservation') return undefined
  return (parameters[1] as { readonly decision: Move }).decision
}

/** The decisions of this person that wait on the device to be sent, by reservation. */
export function useSentDecisions(): ReadonlyMap<string, Move> {
  const sent = new Map<string, Move>()
  for (const sending of useSendings()) {
    const move = moveOf(sending)
    if (move !== undefined && sending.refused === undefined) sent.set(String(sending.parameters[0]), move)
  }
  return sent
}

/** The documents of which a verification of this person waits on the device to be sent. */
export const useSentVerdicts = (): ReadonlySet<string> =>
  new Set(
    useSendings()
      .filter(({ action, refused }) => action === 'verifierDocumentKyc' && refused === undefined)
      .map(({ parameters }) => String(parameters[0])),
  )
