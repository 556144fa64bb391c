import { DocumentKyc, FichierResume, TypeDocument } from '../contract/conformite.ts'
import { StatutDocument } from '../contract/enums.ts'
import { one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { children } from './operation.ts'

/** The KYC file of a partner, as it is today (D13). */
export const listerDocumentsKycPartenaire = children({
  id: 'listerDocumentsKycPartenaire',
  path: '/api/v1/partenaires/{id}/documents-kyc',
  permission: 'partenaires.consulter',
  summary: "Documents KYC d'un partenaire",
  description:
    "La liste est entière. Un type de document obligatoire qui n'y figure pas est à signaler comme manquant. Un document dont la date d'expiration est passée est `expire`.",
  of: DocumentKyc,
  reads: ['partenaire', 'document_kyc', 'type_document', 'fichier'],
  parent: {
    from: sql`partenaire`,
    children: (id) => sql`organisation_id = (select organisation_id from partenaire where id = ${id})`,
  },
  from: sql`document_kyc`,
  fields: {
    type_document: one(TypeDocument, sql`type_document where id = document_kyc.type_document_id`),
    fichier: one(FichierResume, sql`fichier where id = document_kyc.fichier_id`),
  },
  query: { statut: StatutDocument },
  filters: { statut: (statut) => sql`statut = ${statut}` },
  order: sql`(select libelle_plie from type_document where id = type_document_id),
    document_kyc.cree_le desc, id`,
})
