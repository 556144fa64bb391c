import { fold, matches } from './fold.ts'
import { descending, sorted } from './order.ts'
import { asked, type Given, pageOf } from './parameters.ts'
import { find } from './records.ts'
import { type View, visibleClients } from './scope.ts'

export function listerClients(view: View, given: Given) {
  const found = visibleClients(view).filter(
    (client) =>
      asked(given.statut, client.statut) &&
      asked(given.statut_kyc, client.statut_kyc) &&
      asked(given.partenaire_id, client.partenaire_actuel_id) &&
      asked(given.secteur_id, client.secteur_id) &&
      (given.recherche === undefined ||
        matches(String(given.recherche), [client.raison_sociale, client.rccm, client.ncc])),
  )
  const ordered = sorted(found, ({ raison_sociale, id }) => [fold(raison_sociale), raison_sociale, id])
  return pageOf(ordered, given)
}

export function lireClient(view: View, _given: Given, id: string) {
  const client = find(visibleClients(view), id)
  if (client === null) return null
  const { records } = view
  const contacts = records.contact.filter((contact) => contact.client_id === id)
  return {
    ...client,
    secteur: find(records.secteur_activite, client.secteur_id),
    zone: find(records.zone_geographique, client.zone_id),
    // D18: given whoever asks.
    partenaire_actuel: summary(view, client.partenaire_actuel_id),
    contacts: sorted(contacts, ({ principal, nom, prenom, id }) => [
      descending(principal),
      fold(nom),
      fold(prenom),
      id,
    ]),
  }
}

function summary({ records }: View, partner: string | null) {
  const partenaire = find(records.partenaire, partner)
  if (partenaire === null) return null
  const { id, raison_sociale, ville, statut } = partenaire
  return { id, raison_sociale, ville, statut }
}

export function listerSitesClient(view: View, _given: Given, id: string) {
  if (find(visibleClients(view), id) === null) return null
  const sites = view.records.site.filter((site) => site.client_id === id)
  return { donnees: sorted(sites, ({ libelle, id }) => [fold(libelle), id]) }
}
