import { PeriodeForfait } from './enums.ts'
import { object } from './object.ts'
import { Booleen, Entier, Horodatage, Jour, Montant, Nom, nullable, Texte, Uuid } from './primitives.ts'

export const Tarif = object('Tarif', 'Prix daté', {
  id: Uuid,
  produit_id: Uuid,
  offre_id: nullable(Uuid),
  prix_ht: Montant,
  valide_du: Jour,
  valide_au: nullable(Jour),
  cree_par: Uuid,
  cree_le: Horodatage,
})

export const Offre = object('Offre', 'Forfait de données', {
  id: Uuid,
  produit_id: Uuid,
  code: Nom,
  libelle: Texte,
  volume_go: Entier(1),
  periode: PeriodeForfait,
  debit: nullable(Texte),
  nb_appareils: nullable(Entier(0)),
  nb_acces: nullable(Entier(0)),
  actif: Booleen,
  cree_le: Horodatage,
  modifie_le: Horodatage,
  tarif_en_vigueur: nullable(Tarif),
})
