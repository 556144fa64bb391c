import type { Static } from 'typebox'
import type { Offre, Tarif } from '../src/contract/catalogue.ts'
import type { Client, Contact, Site } from '../src/contract/clients.ts'
import type { DocumentKyc, FichierResume, TypeDocument } from '../src/contract/conformite.ts'
import type { ContratCadre, Partenaire } from '../src/contract/partenaires.ts'
import type { Permission } from '../src/contract/permissions.ts'
import type { SecteurActivite, ZoneGeographique } from '../src/contract/referentiel.ts'
import type { ControleDoublon, Reservation } from '../src/contract/reservations.ts'
import type { Organisation, RoleAttribue, Utilisateur } from '../src/contract/session.ts'

/** One line of `organisation.ndjson`. */
export type OrganisationRecord = Static<typeof Organisation>
/** One line of `role.ndjson`. */
export type RoleRecord = { id: string } & Omit<Static<typeof RoleAttribue>, 'principal'> & {
    permissions: readonly Permission[]
  }
/** One line of `utilisateur.ndjson`. */
export type UtilisateurRecord = Static<typeof Utilisateur> & { role_ids: readonly string[] }
/** One line of `zone_geographique.ndjson`. */
export type ZoneGeographiqueRecord = Static<typeof ZoneGeographique>
/** One line of `secteur_activite.ndjson`. */
export type SecteurActiviteRecord = Static<typeof SecteurActivite>
/** One line of `fichier.ndjson`. */
export type FichierRecord = Static<typeof FichierResume>
/** One line of `type_document.ndjson`. */
export type TypeDocumentRecord = Static<typeof TypeDocument>
/** One line of `partenaire.ndjson`. */
export type PartenaireRecord = Static<typeof Partenaire> & {
  zone_ids: readonly string[]
  secteur_ids: readonly string[]
}
/** One line of `contrat_cadre.ndjson`. */
export type ContratCadreRecord = Static<typeof ContratCadre>
/** One line of `document_kyc.ndjson`. */
export type DocumentKycRecord = Omit<Static<typeof DocumentKyc>, 'type_document' | 'fichier'>
/** One line of `client.ndjson`. */
export type ClientRecord = Static<typeof Client>
/** One line of `contact.ndjson`. */
export type ContactRecord = Static<typeof Contact>
/** One line of `site.ndjson`. */
export type SiteRecord = Static<typeof Site>
/** One line of `reservation.ndjson`. */
export type ReservationRecord = Static<typeof Reservation>
/** The duplicate evidence that a reservation carries. */
export type Evidence = Static<typeof ControleDoublon>
/** One line of `offre.ndjson`. */
export type OffreRecord = Omit<Static<typeof Offre>, 'tarif_en_vigueur'>
/** One line of `tarif.ndjson`. */
export type TarifRecord = Static<typeof Tarif>

/** A whole platform's data, one iterable per file of the import format; each call starts again. */
export type World = {
  readonly organisation: () => Iterable<OrganisationRecord>
  readonly role: () => Iterable<RoleRecord>
  readonly utilisateur: () => Iterable<UtilisateurRecord>
  readonly zone_geographique: () => Iterable<ZoneGeographiqueRecord>
  readonly secteur_activite: () => Iterable<SecteurActiviteRecord>
  readonly fichier: () => Iterable<FichierRecord>
  readonly type_document: () => Iterable<TypeDocumentRecord>
  readonly partenaire: () => Iterable<PartenaireRecord>
  readonly contrat_cadre: () => Iterable<ContratCadreRecord>
  readonly document_kyc: () => Iterable<DocumentKycRecord>
  readonly client: () => Iterable<ClientRecord>
  readonly contact: () => Iterable<ContactRecord>
  readonly site: () => Iterable<SiteRecord>
  readonly reservation: () => Iterable<ReservationRecord>
  readonly offre: () => Iterable<OffreRecord>
  readonly tarif: () => Iterable<TarifRecord>
}

/** The same with the contents of files, by their ids. */
export type WorldWithContents = World & {
  readonly contents: () => Iterable<{ readonly id: string; readonly bytes: Uint8Array }>
}
