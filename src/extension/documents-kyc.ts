import { DocumentKyc, FichierResume, TypeDocument } from '../contract/conformite.ts'
import { DocumentKycDetail } from '../contract/conformite-extension.ts'
import { StatutDocument } from '../contract/enums.ts'
import { PartenaireResume } from '../contract/partenaires.ts'
import { Uuid } from '../contract/primitives.ts'
import { one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { soon } from '../identity/kyc-rules.ts'
import { item, type ListOperation, list } from '../operations/operation.ts'

const PATH = '/extension/v1/documents-kyc/{id}'

const contractFields = {
  type_document: one(TypeDocument, sql`type_document where id = document_kyc.type_document_id`),
  fichier: one(FichierResume, sql`fichier where id = document_kyc.fichier_id`),
}

/** A document as the contract shows it: what an action on it answers. */
export const documentKyc = item({
  id: 'documentKyc',
  path: PATH,
  // Somebody who deposits a document need not be able to read the others.
  permission: null,
  summary: 'Un document KYC',
  of: DocumentKyc,
  reads: ['document_kyc', 'type_document', 'fichier'],
  from: sql`document_kyc`,
  fields: contractFields,
})

const detail = {
  of: DocumentKycDetail,
  fields: {
    ...contractFields,
    partenaire: one(PartenaireResume, sql`partenaire where organisation_id = document_kyc.organisation_id`),
    infecte: sql`exists (select from fichier where id = document_kyc.fichier_id and statut_scan = 'infecte')`,
    expire_bientot: sql`document_kyc.statut = 'valide' and coalesce(document_kyc.date_expiration <= (select ${soon} from moment), false)`,
    // One of the same type was valid before.
    renouvellement: sql`exists (select from document_kyc as ancien where ancien.organisation_id = document_kyc.organisation_id
      and ancien.type_document_id = document_kyc.type_document_id and ancien.id <> document_kyc.id
      and ancien.statut in ('valide', 'expire') and ancien.cree_le <= document_kyc.cree_le)`,
  },
} as const

const tables = ['document_kyc', 'type_document', 'fichier', 'partenaire', 'moment'] as const

/** A document with what is needed to verify it. */
export const lireDocumentKyc = item({
  ...detail,
  id: 'lireDocumentKyc',
  path: PATH,
  permission: 'partenaires.consulter',
  summary: 'Un document KYC, avec le partenaire',
  reads: tables,
  from: sql`document_kyc`,
})

/**
 * The documents that wait for a verification, and valid ones whose file turned out to be infected, the oldest first.
 */
export const listerDocumentsAVerifier = list({
  ...detail,
  id: 'listerDocumentsAVerifier',
  path: '/extension/v1/documents-kyc',
  permission: 'partenaires.documents_verifier',
  operators: true,
  summary: 'Documents KYC à vérifier, les plus anciens en premier',
  description:
    'Sans `statut` : les documents déposés, et les documents valides dont le fichier est infecté. Avec : ceux de cet état.',
  reads: [...tables, 'document_a_verifier'],
  from: sql`document_a_verifier as document_kyc`,
  query: { statut: StatutDocument, partenaire_id: Uuid },
  filters: {
    // With it, `listerDocumentsParStatut` answers.
    statut: (value) => sql`statut = ${value}`,
    partenaire_id: (value) =>
      sql`organisation_id = (select organisation_id from partenaire where id = ${value})`,
  },
  order: ['cree_le', 'id'],
})

/** The documents of one state: another statement, and so another id. */
export const listerDocumentsParStatut: ListOperation = {
  ...listerDocumentsAVerifier,
  id: 'listerDocumentsParStatut',
  from: sql`document_kyc`,
}
