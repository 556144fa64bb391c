import { type Of, recordOf } from '../../harness/records/record.ts'
import { idOf } from './hostile-people.ts'

const [EARLY, LATE] = ['2025-06-01T10:00:00.000Z', '2025-06-01T10:00:00.001Z']
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-14', '2026-11-15', '2026-11-16']

const old = { cree_le: EARLY, modifie_le: EARLY }

const offer = (n: number, product: number, given: Partial<Of<'offre'>> = {}) =>
  recordOf('offre', {
    ...{ id: idOf('0ff', n), produit_id: idOf('940', product), code: `O${n}`, libelle: `Offre ${n}` },
    ...old,
    ...given,
  })

const offers = [
  offer(1, 1),
  offer(2, 1, { code: 'o1', volume_go: 100 }),
  offer(3, 2, { code: 'É', actif: false }),
  offer(4, 2, { code: 'Z', periode: 'hebdomadaire', volume_go: 2_147_483_647 }),
  offer(5, 3, { periode: 'annuelle', volume_go: 1 }),
  offer(6, 4, { periode: 'semestrielle' }),
  offer(7, 4, { periode: 'trimestrielle' }),
]

const price = (
  n: number,
  [product, offre]: [number, number | null],
  [valide_du, valide_au]: [string, string | null],
  cree_le = EARLY,
) =>
  recordOf('tarif', {
    id: idOf('7a', n),
    produit_id: idOf('940', product),
    offre_id: offre === null ? null : idOf('0ff', offre),
    prix_ht: n === 1 ? 0 : n * 1000,
    ...{ valide_du, valide_au, cree_par: idOf('05e', 1), cree_le },
  })

const prices = [
  // Offer 1: of four that began the same day, those written last, then the smaller id; others begin later or have
  // ended.
  price(4, [1, 1], ['2026-01-01', null], LATE),
  price(3, [1, 1], ['2026-01-01', null], LATE),
  price(2, [1, 1], ['2026-01-01', null]),
  price(1, [1, 1], ['2026-01-01', TODAY]),
  price(5, [1, 1], [TOMORROW, null]),
  price(6, [1, 1], ['2026-06-01', YESTERDAY], LATE),
  // Offer 2 has none in force: its product's, on its last day.
  price(7, [1, 2], ['2026-01-01', YESTERDAY]),
  price(8, [1, null], ['2025-01-01', TODAY]),
  // Offer 3: its own, older, before its product's newer one; offer 4 gets the product's.
  price(9, [2, 3], ['2020-01-01', null]),
  price(11, [2, null], [TODAY, null]),
  price(10, [2, null], [TODAY, null]),
  // Offer 5: one day only; offers 6 and 7: the future only.
  price(12, [3, 5], [TODAY, TODAY]),
  price(13, [4, 6], [TOMORROW, null]),
]

const file = (n: number) =>
  recordOf('fichier', {
    ...{ id: idOf('f11e', n), nom_original: `Pièce ${n}.pdf`, taille_octets: n === 1 ? 0 : 2 ** 40 },
  })

const contract = (
  n: number,
  partner: number,
  [date_debut, date_fin]: [string | null, string | null],
  given: Partial<Of<'contrat_cadre'>> = {},
) =>
  recordOf('contrat_cadre', {
    ...{ id: idOf('cc', n), numero: `CC-${n}`, partenaire_id: idOf('9a', partner) },
    ...{ conditions_id: idOf('c04d', 1), fichier_genere_id: idOf('f11e', 1) },
    ...{ fichier_signe_id: idOf('f11e', 2), date_debut, date_fin },
    ...{ signe_le: EARLY, cree_le: EARLY, modifie_le: LATE },
    ...given,
  })

const contracts = [
  // Partner 11: without a beginning comes last, of two that began together the one written last.
  contract(1, 11, [null, null], { cree_le: '2026-06-01T10:00:00.000Z' }),
  contract(2, 11, ['2026-01-01', TODAY], { cree_le: LATE }),
  contract(3, 11, ['2026-01-01', null]),
  contract(4, 11, [TOMORROW, null]),
  contract(5, 11, ['2026-02-01', null], { statut: 'resilie' }),
  contract(6, 11, ['2026-02-01', YESTERDAY]),
  // Partner 12: two without dates.
  contract(8, 12, [null, null]),
  contract(7, 12, [null, TODAY], { cree_le: LATE }),
  // Partner 13: today only; 15: none that is signed.
  contract(9, 13, [TODAY, TODAY]),
  contract(10, 15, [null, null], { statut: 'envoye', signe_le: null, fichier_signe_id: null }),
]

const types = ['Élément', 'element', 'Œuvre', 'Autre'].map((libelle, n) =>
  recordOf('type_document', {
    ...{ id: idOf('7d', n + 1), code: `T${n}`, libelle },
    ...{ obligatoire: n === 0, validite_mois: n === 1 ? 3 : null, actif: n !== 3 },
  }),
)

const document = (n: number, type: number, last: string | null, given: Partial<Of<'document_kyc'>> = {}) =>
  recordOf('document_kyc', {
    ...{ id: idOf('d0c', n), organisation_id: idOf('0a6', 11), type_document_id: idOf('7d', type) },
    ...{ fichier_id: idOf('f11e', 1 + (n % 2)), date_expiration: last },
    ...{ verifie_par: idOf('05e', 1), verifie_le: EARLY, cree_le: EARLY, modifie_le: LATE },
    ...given,
  })

const documents: Of<'document_kyc'>[] = [
  document(1, 2, YESTERDAY),
  document(2, 1, TODAY),
  document(3, 1, TOMORROW, { cree_le: LATE }),
  document(4, 3, null, { statut: 'expire', motif: 'Périmé.' }),
  document(5, 3, '2026-01-31', { statut: 'rejete', motif: 'Illisible.' }),
  document(6, 4, '2024-02-29', {
    statut: 'expire',
    motif: 'Autre motif.',
    modifie_le: '2026-11-01T00:00:00.000Z',
  }),
  document(7, 4, '2025-12-31', { statut: 'depose', modifie_le: '2025-12-31T23:59:59.999Z' }),
  document(8, 4, '2025-12-31', {
    statut: 'a_completer',
    motif: 'À compléter.',
    modifie_le: '2026-01-01T00:00:00.001Z',
  }),
  document(9, 1, '2027-12-31', { statut: 'expire', motif: 'Retiré avant son terme.' }),
  document(10, 1, YESTERDAY, { organisation_id: idOf('0a6', 12) }),
  document(11, 1, YESTERDAY, { organisation_id: idOf('0a6', 21) }),
]

export const dated = {
  offre: offers,
  tarif: prices,
  fichier: [file(1), file(2)],
  contrat_cadre: contracts,
  type_document: types,
  document_kyc: documents,
}
