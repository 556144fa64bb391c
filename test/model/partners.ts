import { fold, matches } from './fold.ts'
import { descending, sorted } from './order.ts'
import { asked, type Given, pageOf } from './parameters.ts'
import { find, type Records, without } from './records.ts'
import { type View, visiblePartners } from './scope.ts'

export function listerPartenaires(view: View, given: Given) {
  const found = visiblePartners(view).filter(
    (partenaire) =>
      asked(given.statut, partenaire.statut) &&
      // D10: its own zones, not those below or above.
      (given.zone_id === undefined || partenaire.zone_ids.includes(String(given.zone_id))) &&
      (given.recherche === undefined ||
        matches(String(given.recherche), [partenaire.raison_sociale, partenaire.rccm, partenaire.ncc])),
  )
  const ordered = sorted(found, ({ raison_sociale, id }) => [fold(raison_sociale), raison_sociale, id])
  return pageOf(
    ordered.map((partenaire) => without(partenaire, 'zone_ids', 'secteur_ids')),
    given,
  )
}

export function lirePartenaire(view: View, _given: Given, id: string) {
  const partenaire = find(visiblePartners(view), id)
  if (partenaire === null) return null
  const { zone_geographique, secteur_activite } = view.records
  return {
    ...without(partenaire, 'zone_ids', 'secteur_ids'),
    zones: byLabel(zone_geographique.filter((zone) => partenaire.zone_ids.includes(zone.id))),
    secteurs: byLabel(secteur_activite.filter((secteur) => partenaire.secteur_ids.includes(secteur.id))),
    contrat_cadre: contractInForce(view, id),
  }
}

const byLabel = <T extends { libelle: string; id: string }>(items: readonly T[]): T[] =>
  sorted(items, ({ libelle, id }) => [fold(libelle), id])

/** D15: signed, begun, not ended; of several the one that began last, an unknown beginning being the oldest. */
function contractInForce({ records, today }: View, partner: string) {
  const inForce = records.contrat_cadre.filter(
    ({ partenaire_id, statut, date_debut, date_fin }) =>
      partenaire_id === partner &&
      statut === 'signe' &&
      (date_debut === null || date_debut <= today) &&
      (date_fin === null || date_fin >= today),
  )
  const [first] = sorted(inForce, ({ date_debut, cree_le, id }) => [
    descending(date_debut ?? ''),
    descending(cree_le),
    id,
  ])
  return first ?? null
}

export function listerDocumentsKycPartenaire(view: View, given: Given, id: string) {
  const partenaire = find(visiblePartners(view), id)
  if (partenaire === null) return null
  const { records, today } = view
  const documents = records.document_kyc
    .filter((document) => document.organisation_id === partenaire.organisation_id)
    .map((document) => ({
      ...onThatDay(document, today),
      type_document: find(records.type_document, document.type_document_id),
      fichier: find(records.fichier, document.fichier_id),
    }))
    .filter(({ statut }) => asked(given.statut, statut))
  const donnees = sorted(documents, ({ type_document, cree_le, id }) => [
    fold(type_document?.libelle ?? ''),
    descending(cree_le),
    id,
  ])
  return { donnees }
}

type Document = Records['document_kyc'][number]

/** D13: a document whose last day has passed is expired, whatever is stored. */
function onThatDay(document: Document, today: string): Document {
  const { date_expiration: last, modifie_le } = document
  if (last === null || last >= today) return document
  const [year, month, day] = last.split('-')
  const expired = new Date(`${last}T00:00:00.000Z`)
  expired.setUTCDate(expired.getUTCDate() + 1)
  const [, latest = ''] = [modifie_le, expired.toISOString()].sort()
  return {
    ...document,
    statut: 'expire',
    motif: `Document expiré le ${day}/${month}/${year}.`,
    modifie_le: latest,
  }
}
