import type { TObject } from 'typebox'
import { ReservationSuivie } from '../contract/changements.ts'
import { Contact } from '../contract/clients.ts'
import { TypeDocument } from '../contract/conformite.ts'
import type { Permission } from '../contract/permissions.ts'
import { SecteurActivite, ZoneGeographique } from '../contract/referentiel.ts'
import { type Fields, object } from '../database/projection.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import type { Table } from '../identity/scope.ts'
import { listerClients } from '../operations/lister-clients.ts'
import { listerDocumentsKycPartenaire } from '../operations/lister-documents-kyc-partenaire.ts'
import { listerOffres } from '../operations/lister-offres.ts'
import { listerPartenaires } from '../operations/lister-partenaires.ts'
import { listerSitesClient } from '../operations/lister-sites-client.ts'
import type { ReadOperation } from '../operations/operation.ts'

/** What applications may keep a copy of. */
interface Followed {
  /** Its name, and that of its table. */
  readonly ressource: Table
  /** Without it, nothing of this kind is given; null: an active account is enough. */
  readonly permission: Permission | null
  /** The item with this id as JSON text, as the reads show it, or null. */
  readonly representation: (id: Sql) => Sql
  readonly reads: readonly Table[]
}

interface Shown {
  readonly of: TObject
  readonly fields?: Record<string, Sql | undefined>
  readonly reads?: readonly Table[]
}

const followed = (
  ressource: Table,
  permission: Permission | null,
  { of, fields = {}, reads = [] }: Shown | ReadOperation,
): Followed => ({
  ressource,
  permission,
  representation: (id) =>
    sql`(select ${object(of, fields as Fields<TObject>)} from ${name(ressource)} where id = ${id})`,
  reads: [ressource, ...reads],
})

/** In the order in which a new copy gets them: what others name comes first. */
export const references = [
  followed('zone_geographique', null, { of: ZoneGeographique }),
  followed('secteur_activite', null, { of: SecteurActivite }),
  followed('type_document', null, { of: TypeDocument }),
  followed('offre', 'catalogue.consulter', listerOffres),
  followed('partenaire', 'partenaires.consulter', listerPartenaires),
  followed('document_kyc', 'partenaires.consulter', listerDocumentsKycPartenaire),
]

/** A client, then its contacts and sites. */
export const family = [
  followed('client', 'clients.consulter', listerClients),
  followed('contact', 'clients.consulter', { of: Contact }),
  followed('site', 'clients.consulter', listerSitesClient),
]

export const reservations = followed('reservation', 'clients.consulter', { of: ReservationSuivie })

export const allFollowed: readonly Followed[] = [...references, ...family, reservations]
