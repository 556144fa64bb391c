import { sql } from '../database/sql.ts'
import { childOf, derived, everybody, type VisibilityRule } from './visibility.ts'

/** What each caller sees of KYC documents and files: those of partners, each with the partner. */
export const kycRules = {
  document_kyc: derived(
    ['partenaire'],
    ({ aujourdhui }) => sql`select * from antenne_prive.document_kyc_au(${aujourdhui}::date)
      where organisation_id in (select organisation_id from partenaire)`,
  ),
  // What waits for a verification, or shows a file that turned out to be infected. The operator verifies.
  document_a_verifier: derived(
    ['document_kyc', 'voit_tout'],
    sql`select document_kyc.* from document_kyc join antenne_prive.fichier on fichier.id = document_kyc.fichier_id
      where exists (select from voit_tout)
        and (document_kyc.statut = 'depose' or document_kyc.statut = 'valide' and fichier.statut_scan = 'infecte')`,
  ),
  fichier: childOf(
    sql`antenne_prive.fichier`,
    ['document_kyc'],
    sql`id in (select fichier_id from document_kyc)`,
  ),

  // Files that a visible document takes, their contents, and the keys of links to them.
  fichier_pris: derived(
    ['document_kyc'],
    sql`select * from antenne_prive.fichier where exists (select from document_kyc where fichier_id = fichier.id)`,
  ),
  contenu: derived(
    ['fichier_pris'],
    sql`select * from antenne_prive.contenu where exists (select from fichier_pris where contenu_id = contenu.id)`,
  ),
  contenu_morceau: derived(
    ['contenu'],
    sql`select * from antenne_prive.contenu_morceau where exists (select from contenu where contenu.id = contenu_id)`,
  ),
  cle_lien: everybody(sql`select id from antenne_prive.cle_lien`),
  // Files that one's own organisation deposited, whether or not a document takes them.
  fichier_depose: derived(
    [],
    ({ organisation_id }) =>
      sql`select * from antenne_prive.fichier where fichier.organisation_id = ${organisation_id}`,
  ),
} satisfies Record<string, VisibilityRule>
