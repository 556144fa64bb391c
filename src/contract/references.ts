import Type from 'typebox'
import { TypeDocument } from './conformite.ts'
import { libelles } from './libelles.ts'
import { object } from './object.ts'
import { Texte } from './primitives.ts'
import { SecteurActivite, ZoneGeographique } from './referentiel.ts'

/** An object with a text for each of these names. */
const textsOf = (names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Texte])), { additionalProperties: false })

const Libelles = object(
  'Libelles',
  'Libellé français de chaque valeur, par énumération',
  Object.fromEntries(Object.entries(libelles).map(([name, labels]) => [name, textsOf(Object.keys(labels))])),
)

export const References = object('References', 'Listes de référence et libellés des valeurs', {
  zones: Type.Array(ZoneGeographique),
  secteurs: Type.Array(SecteurActivite),
  types_document: Type.Array(TypeDocument),
  libelles: Libelles,
})
