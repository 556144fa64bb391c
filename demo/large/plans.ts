import { mix, pick } from '../random.ts'
import type { OffreRecord, TarifRecord } from '../records.ts'
import { OPERATORS, type Population } from './population.ts'

const PLANS = 200
const PRICES = 3
const periods = [
  { periode: 'hebdomadaire', factor: 0.3 },
  { periode: 'mensuelle', factor: 1 },
  { periode: 'trimestrielle', factor: 2.8 },
  { periode: 'semestrielle', factor: 5.4 },
  { periode: 'annuelle', factor: 10 },
] as const
const volumes = [20, 50, 100, 200, 500, 1000, 2000, 5000] as const

/** 200 plans over all periods, each with a past, a present and a future price. */
export function planRecords(world: Population) {
  const { calendar, id } = world
  const key = world.key('plan')
  const planOf = (index: number) => ({
    ...pick(periods, index),
    volume_go: pick(volumes, Math.floor(index / periods.length)),
  })

  function* offres(): Generator<OffreRecord> {
    for (let index = 0; index < PLANS; index++) {
      const { periode, volume_go } = planOf(index)
      const hash = mix(key, index)
      const cree_le = calendar.instant(900, hash)
      yield {
        id: id('offre', index),
        produit_id: id('produit', index),
        code: `FLT-${String(index + 1).padStart(3, '0')}`,
        libelle: `Forfait ${periode} ${volume_go >= 1000 ? `${volume_go / 1000} To` : `${volume_go} Go`} n° ${index + 1}`,
        volume_go,
        periode,
        debit: `${50 * (1 + (hash % 6))} Mbit/s`,
        nb_appareils: 10 * (1 + (mix(hash, 1) % 10)),
        nb_acces: 1 + (mix(hash, 2) % 4),
        actif: index % 10 !== 9,
        cree_le,
        modifie_le: cree_le,
      }
    }
  }

  function* tarifs(): Generator<TarifRecord> {
    for (let index = 0; index < PLANS * PRICES; index++) {
      const plan = Math.floor(index / PRICES)
      const age = index % PRICES
      const { volume_go, factor } = planOf(plan)
      const price = (15_000 + volume_go * 250) * factor * (1 + age * 0.05)
      yield {
        id: id('tarif', index),
        produit_id: id('produit', plan),
        offre_id: id('offre', plan),
        prix_ht: Math.round(price / 500) * 500,
        valide_du: calendar.day([-800, -200, 90][age] ?? 0),
        valide_au: age === 2 ? null : calendar.day([-201, 89][age] ?? 0),
        cree_par: id('operateur', plan % OPERATORS),
        cree_le: calendar.instant([801, 210, 5][age] ?? 1, mix(key, index)),
      }
    }
  }

  return { offres, tarifs }
}
