import type { World } from '../../demo/records.ts'
import { resources } from '../../src/transfer/resources.ts'

type Row<Rows> = Rows extends () => Iterable<infer One> ? One : never

/** A record of that file of the import format. */
export type Of<Name extends keyof World> = Row<World[Name]>

/** When records were written that say nothing else. */
export const written = { cree_le: '2026-03-01T10:00:00.000Z', modifie_le: '2026-03-02T10:00:00.000Z' }

/** What records are that say nothing else. */
const usual = {
  organisation: { statut: 'active', ...written },
  role: { permissions: [] },
  utilisateur: { prenom: 'Prénom', nom: 'Nom', actif: true, double_authentification: true },
  zone_geographique: { type: 'ville' },
  secteur_activite: {},
  fichier: { type_mime: 'application/pdf', taille_octets: 1000, statut_scan: 'sain' },
  type_document: { cible: 'partenaire', obligatoire: true, actif: true },
  partenaire: {
    ...{ mode_versement: 'virement', profil_publie: false, statut: 'actif', zone_ids: [], secteur_ids: [] },
    ...written,
  },
  contrat_cadre: { statut: 'signe', ...written },
  document_kyc: { statut: 'valide', ...written },
  client: {
    ...{ origine: 'direct', statut: 'prospect', statut_kyc: 'a_fournir', credit_approuve: false },
    ...written,
  },
  contact: { prenom: 'Prénom', nom: 'Nom', principal: false, ...written },
  site: { statut: 'actif', ...written },
  reservation: { statut: 'demandee', ...written },
  offre: { volume_go: 100, periode: 'mensuelle', actif: true, ...written },
  tarif: { valide_du: '2026-01-01', cree_le: written.cree_le },
} as const satisfies { [Name in keyof World]: Partial<Of<Name>> }

type Usual<Name extends keyof World> = keyof (typeof usual)[Name]

/** What has to be said of a record: all that is neither usual nor may be null. */
type FieldsOf<Name extends keyof World> = Partial<Of<Name>> & {
  readonly [Field in keyof Of<Name> as null extends Of<Name>[Field]
    ? never
    : Field extends Usual<Name>
      ? never
      : Field]: Of<Name>[Field]
}

/** A record with all fields of its resource, in their order: what is not given is as usual, or null. */
export function recordOf<Name extends keyof World>(name: Name, given: FieldsOf<Name>): Of<Name> {
  const known: Record<string, unknown> = { ...usual[name], ...given }
  return Object.fromEntries(
    Object.keys(resources[name].fields).map((field) => [field, known[field] ?? null]),
  ) as Of<Name>
}
