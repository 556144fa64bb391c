import type { Calendar } from '../calendar.ts'
import type { OffreRecord, TarifRecord } from '../records.ts'
import { demoHash, demoId, treasurer } from './people.ts'

/** A price: days from today to its start and end, part of the usual price, and whether it is the product's. */
type Price = {
  readonly du: number
  readonly au: number | null
  readonly part: number
  readonly produit?: true
}

const past: Price = { du: -700, au: -181, part: 1.1 }
const cases: Readonly<Record<string, readonly Price[]>> = {
  standard: [past, { du: -180, au: null, part: 1 }],
  hausse_prevue: [past, { du: -180, au: 29, part: 1 }, { du: 30, au: null, part: 1.08 }],
  promotion: [
    { du: -180, au: null, part: 1 },
    { du: -20, au: 10, part: 0.8 },
  ],
  commence_aujourdhui: [
    { du: -300, au: -1, part: 1.05 },
    { du: 0, au: null, part: 1 },
  ],
  finit_aujourdhui: [
    { du: -300, au: 0, part: 1 },
    { du: 1, au: null, part: 0.95 },
  ],
  sans_prix_en_vigueur: [
    { du: -400, au: -10, part: 1 },
    { du: 20, au: null, part: 1.05 },
  ],
  produit: [{ du: -250, au: null, part: 1, produit: true }],
  produit_et_offre: [
    { du: -100, au: null, part: 1.3, produit: true },
    { du: -180, au: null, part: 1 },
  ],
}

// Code, label, GB, period, throughput, devices, accesses, price in XOF, price case; a star: no longer on sale.
const table = `HEB-20|Dépannage 20 Go|20|hebdomadaire|50 Mbit/s|5|1|9500|standard
HEB-50|Chantier court 50 Go|50|hebdomadaire|100 Mbit/s|10|1|16000|commence_aujourdhui
HEB-100|Évènement 100 Go|100|hebdomadaire|150 Mbit/s|40|1|27500|promotion
MEN-50|Essentiel 50 Go|50|mensuelle|50 Mbit/s|5|1|25000|standard
MEN-100|Essentiel 100 Go|100|mensuelle|100 Mbit/s|10|1|38000|hausse_prevue
MEN-200|Pro 200 Go|200|mensuelle|100 Mbit/s|20|1|62000|standard
MEN-500|Pro 500 Go|500|mensuelle|150 Mbit/s|40|2|115000|finit_aujourdhui
MEN-1000|Entreprise 1 To|1000|mensuelle|200 Mbit/s|80|2|195000|standard
MEN-2000|Entreprise 2 To|2000|mensuelle|220 Mbit/s|150|4|340000|produit_et_offre
MEN-5000|Campus 5 To|5000|mensuelle|250 Mbit/s|||760000|hausse_prevue
MEN-75*|Essentiel 75 Go (ancienne gamme)|75|mensuelle|40 Mbit/s|5|1|33000|standard
TRI-300|Pro trimestriel 300 Go|300|trimestrielle|100 Mbit/s|20|1|165000|standard
TRI-1500|Entreprise trimestriel 1,5 To|1500|trimestrielle|200 Mbit/s|60|2|520000|produit
TRI-3000|Mine et chantier 3 To|3000|trimestrielle|220 Mbit/s|120|4|980000|standard
SEM-600|Pro semestriel 600 Go|600|semestrielle|100 Mbit/s|20|1|315000|sans_prix_en_vigueur
SEM-3000|Entreprise semestriel 3 To|3000|semestrielle|200 Mbit/s|80|2|990000|standard
SEM-6000|Coopérative 6 To|6000|semestrielle||200|6|1850000|promotion
ANN-1200|Pro annuel 1,2 To|1200|annuelle|100 Mbit/s|20|1|590000|standard
ANN-6000|Entreprise annuel 6 To|6000|annuelle|200 Mbit/s|80|2|1890000|hausse_prevue
ANN-24000|Réseau d'agences 24 To|24000|annuelle|250 Mbit/s|400|12|6400000|standard
ANN-600|Veille et secours 600 Go|600|annuelle|50 Mbit/s|0|1|240000|standard`

const whole = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text)

/** The plans of the demonstration with their prices: past, present, future, none (D14). */
export function plans(time: Calendar): { offres: OffreRecord[]; tarifs: TarifRecord[] } {
  const offres: OffreRecord[] = []
  const tarifs: TarifRecord[] = []
  for (const row of table.split('\n')) {
    const [marked = '', libelle = '', volume, periode, debit = '', appareils, acces, prix, name = ''] =
      row.split('|')
    const code = marked.replace('*', '')
    const hash = demoHash(`offre:${code}`)
    const offre_id = demoId(`offre:${code}`)
    const produit_id = demoId(`produit:${code}`)
    const cree_le = time.instant(720, hash)
    offres.push({
      id: offre_id,
      produit_id,
      code,
      libelle,
      volume_go: Number(volume),
      periode: periode as OffreRecord['periode'],
      debit: debit === '' ? null : debit,
      nb_appareils: whole(appareils),
      nb_acces: whole(acces),
      actif: !marked.endsWith('*'),
      cree_le,
      modifie_le: time.instant(1 + (hash % 200), hash),
    })
    const prices = cases[name]
    if (prices === undefined) throw new Error(`Unknown price case: ${name}`)
    prices.forEach((price, rank) => {
      tarifs.push({
        id: demoId(`tarif:${code}:${rank}`),
        produit_id,
        offre_id: price.produit ? null : offre_id,
        prix_ht: Math.round((Number(prix) * price.part) / 500) * 500,
        valide_du: time.day(price.du),
        valide_au: price.au === null ? null : time.day(price.au),
        cree_par: treasurer,
        cree_le: time.instant(price.du < 0 ? 5 - price.du : 6, hash),
      })
    })
  }
  return { offres, tarifs }
}
