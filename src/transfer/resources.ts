import Type, { type TSchema } from 'typebox'
import { Offre, Tarif } from '../contract/catalogue.ts'
import { Client, Contact, Site } from '../contract/clients.ts'
import { DocumentKyc, FichierResume, TypeDocument } from '../contract/conformite.ts'
import { TypeOrganisation } from '../contract/enums.ts'
import { ContratCadre, Partenaire } from '../contract/partenaires.ts'
import { Nom, nullable, Texte, Uuid } from '../contract/primitives.ts'
import { SecteurActivite, ZoneGeographique } from '../contract/referentiel.ts'
import { Reservation } from '../contract/reservations.ts'
import { Organisation, Utilisateur } from '../contract/session.ts'

/** A link table, given in a record as a list of ids or words. */
export interface Link {
  readonly table: string
  readonly owner: string
  readonly member: string
  /** The table of these ids; absent for words. */
  readonly of?: ResourceName
}

/** Rows must differ in `fields`; the French word names what they would share. */
export interface Unique {
  readonly fields: readonly string[]
  /** The rule applies only to rows where this boolean column is true. */
  readonly when?: string
  readonly message: string
}

/** A resource of imports and exports: one file, one table, its rules. */
export interface Resource {
  readonly fields: Readonly<Record<string, TSchema>>
  readonly references: Readonly<Record<string, ResourceName>>
  readonly links: Readonly<Record<string, Link>>
  readonly unique: readonly Unique[]
  /** Pairs of dates: the first may not be after the second. */
  readonly ordered: readonly (readonly [string, string])[]
}

type Properties = Readonly<Record<string, TSchema>>

const without = (properties: Properties, ...embedded: string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([field]) => !embedded.includes(field)))

const resource = (fields: Properties, rules: Partial<Omit<Resource, 'fields'>> = {}): Resource => ({
  references: {},
  links: {},
  unique: [],
  ordered: [],
  ...rules,
  fields,
})

const ids = Type.Array(Uuid, { uniqueItems: true })
const permissionName = Type.String({
  pattern: '^[a-z_]{1,100}(\\.[a-z_]{1,100})+$',
  maxLength: 255,
  description: 'un nom de permission, comme clients.consulter',
})
const permissionNames = Type.Array(permissionName, { uniqueItems: true })

const definitions = {
  organisation: resource(Organisation.properties),
  role: resource(
    {
      id: Uuid,
      code: Nom,
      libelle: Texte,
      type_organisation: TypeOrganisation,
      permissions: permissionNames,
    },
    {
      links: { permissions: { table: 'role_permission', owner: 'role_id', member: 'permission' } },
      unique: [{ fields: ['code'], message: 'un code de rôle qui ne sert qu’une fois' }],
    },
  ),
  utilisateur: resource(
    { ...Utilisateur.properties, role_ids: ids },
    {
      references: { organisation_id: 'organisation', role_id: 'role' },
      links: {
        role_ids: { table: 'utilisateur_role', owner: 'utilisateur_id', member: 'role_id', of: 'role' },
      },
    },
  ),
  zone_geographique: resource(ZoneGeographique.properties, {
    references: { parent_id: 'zone_geographique' },
  }),
  secteur_activite: resource(SecteurActivite.properties),
  fichier: resource(FichierResume.properties),
  type_document: resource(TypeDocument.properties),
  partenaire: resource(
    { ...Partenaire.properties, zone_ids: ids, secteur_ids: ids },
    {
      references: {
        organisation_id: 'organisation',
        zone_principale_id: 'zone_geographique',
        valide_par: 'utilisateur',
      },
      links: {
        zone_ids: {
          table: 'partenaire_zone',
          owner: 'partenaire_id',
          member: 'zone_id',
          of: 'zone_geographique',
        },
        secteur_ids: {
          table: 'partenaire_secteur',
          owner: 'partenaire_id',
          member: 'secteur_id',
          of: 'secteur_activite',
        },
      },
      unique: [{ fields: ['organisation_id'], message: 'un seul partenaire par organisation' }],
    },
  ),
  contrat_cadre: resource(ContratCadre.properties, {
    references: { partenaire_id: 'partenaire' },
    unique: [{ fields: ['numero'], message: 'un numéro de contrat qui ne sert qu’une fois' }],
    ordered: [['date_debut', 'date_fin']],
  }),
  document_kyc: resource(without(DocumentKyc.properties, 'type_document', 'fichier'), {
    references: {
      organisation_id: 'organisation',
      type_document_id: 'type_document',
      fichier_id: 'fichier',
      verifie_par: 'utilisateur',
    },
    ordered: [['date_emission', 'date_expiration']],
  }),
  client: resource(Client.properties, {
    references: {
      organisation_id: 'organisation',
      secteur_id: 'secteur_activite',
      zone_id: 'zone_geographique',
      partenaire_actuel_id: 'partenaire',
      credit_approuve_par: 'utilisateur',
      cree_par: 'utilisateur',
    },
  }),
  contact: resource(Contact.properties, {
    references: { client_id: 'client' },
    unique: [{ fields: ['client_id'], when: 'principal', message: 'un seul contact principal par client' }],
  }),
  site: resource(Site.properties, {
    references: { client_id: 'client', zone_id: 'zone_geographique', contact_id: 'contact' },
  }),
  // With the name under which the client was asked for.
  reservation: resource(
    { ...Reservation.properties, client_nom: nullable(Nom) },
    {
      references: {
        client_id: 'client',
        partenaire_id: 'partenaire',
        demandee_par: 'utilisateur',
        traitee_par: 'utilisateur',
      },
    },
  ),
  offre: resource(without(Offre.properties, 'tarif_en_vigueur'), {
    unique: [{ fields: ['code'], message: 'un code de forfait qui ne sert qu’une fois' }],
  }),
  tarif: resource(Tarif.properties, {
    references: { offre_id: 'offre', cree_par: 'utilisateur' },
    ordered: [['valide_du', 'valide_au']],
  }),
}

/** The name of a file without its extension, and of its table. */
export type ResourceName =
  | 'organisation'
  | 'role'
  | 'utilisateur'
  | 'zone_geographique'
  | 'secteur_activite'
  | 'fichier'
  | 'type_document'
  | 'partenaire'
  | 'contrat_cadre'
  | 'document_kyc'
  | 'client'
  | 'contact'
  | 'site'
  | 'reservation'
  | 'offre'
  | 'tarif'

/** All resources in the order of writing: each after those to which it refers. */
export const resources: Readonly<Record<ResourceName, Resource>> = definitions

export const resourceNames = Object.keys(resources) as ResourceName[]

/** The name of a file without its extension: a resource, or the journal. */
export type FileName = ResourceName | 'journal'

/** All files of an export, in the order of writing. */
export const fileNames: readonly FileName[] = [...resourceNames, 'journal']

/** The fields of a record that are columns of its table: all but lists of links and the embedded evidence. */
export const columnsOf = ({ fields, links }: Resource): string[] =>
  Object.keys(fields).filter((field) => !(field in links) && field !== 'doublons_detectes')
