import { TypeZone } from './enums.ts'
import { object } from './object.ts'
import { nullable, Texte, Uuid } from './primitives.ts'

export const ZoneGeographique = object('ZoneGeographique', 'Zone géographique', {
  id: Uuid,
  code: Texte,
  libelle: Texte,
  type: TypeZone,
  parent_id: nullable(Uuid),
})

export const SecteurActivite = object('SecteurActivite', "Secteur d'activité", {
  id: Uuid,
  code: Texte,
  libelle: Texte,
})
