import { descending, sorted } from './order.ts'
import { asked, type Given, pageOf, periodes } from './parameters.ts'
import type { Records } from './records.ts'
import type { View } from './scope.ts'

type Offre = Records['offre'][number]

/** Every caller sees the whole catalogue (D17). */
export function listerOffres({ records, today }: View, given: Given) {
  const found = records.offre.filter(
    (offre) =>
      asked(given.periode, offre.periode) &&
      asked(given.volume_go, offre.volume_go) &&
      asked(given.actif, offre.actif),
  )
  const ordered = sorted(found, ({ periode, volume_go, code, id }) => [
    periodes.indexOf(periode),
    volume_go,
    code,
    id,
  ])
  const priced = ordered.map((offre) => ({ ...offre, tarif_en_vigueur: priceInForce(records, offre, today) }))
  return pageOf(priced, given)
}

/** D14: the offer's own price, else its product's; of several the one that began last, then was written last. */
function priceInForce({ tarif }: Records, offre: Offre, today: string) {
  const valid = tarif.filter(
    ({ valide_du, valide_au }) => valide_du <= today && (valide_au === null || valide_au >= today),
  )
  const own = valid.filter(({ offre_id }) => offre_id === offre.id)
  const common = valid.filter(
    ({ offre_id, produit_id }) => offre_id === null && produit_id === offre.produit_id,
  )
  const [first] = sorted(own.length > 0 ? own : common, ({ valide_du, cree_le, id }) => [
    descending(valide_du),
    descending(cree_le),
    id,
  ])
  return first ?? null
}
