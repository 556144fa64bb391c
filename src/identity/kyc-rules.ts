import { sql } from '../database/sql.ts'
import { childOf, derived, everybody, type VisibilityRule } from './visibility.ts'

/** A document that expires by this day is about to expire. The statement must read `moment`. */
export const soon = sql`aujourdhui + 30`

/** A document `d` waits for a verification, or shows a `fichier` that turned out to be infected. */
const isToVerify = sql`(d.statut = 'depose' or d.statut = 'valide' and fichier.statut_scan = 'infecte')`

/** What each caller sees of KYC documents and files: those of partners, each with the partner. */
export const kycRules = {
  document_kyc: derived(
    ['partenaire'],
    ({ aujourdhui }) => sql`select * from antenne_prive.document_kyc_au(${aujourdhui}::date)
      where organisation_id in (select organisation_id from partenaire)`,
  ),
  // What the operator is to verify.
  document_a_verifier: derived(
    ['document_kyc', 'voit_tout'],
    sql`select d.* from document_kyc as d join antenne_prive.fichier on fichier.id = d.fichier_id
      where exists (select from voit_tout) and ${isToVerify}`,
  ),
  // What the file of each visible partner asks for: documents that are missing, that wait, that are about to expire.
  dossier_kyc: derived(
    ['partenaire', 'document_kyc', 'moment'],
    sql`select partenaire.*, dossier.* from partenaire, lateral (
      select (select count(*) from antenne_prive.type_document as type where cible = 'partenaire' and obligatoire and actif
          and not exists (select from document_kyc as d join antenne_prive.fichier on fichier.id = d.fichier_id
            where d.organisation_id = partenaire.organisation_id and d.type_document_id = type.id
              and d.statut in ('valide', 'depose') and statut_scan <> 'infecte')) as manquants,
        (select count(*) from document_kyc as d
            join antenne_prive.fichier on fichier.id = d.fichier_id
          where d.organisation_id = partenaire.organisation_id and ${isToVerify}) as a_verifier,
        (select count(*) from document_kyc as d, moment where d.organisation_id = partenaire.organisation_id
          and d.statut = 'valide' and d.date_expiration <= ${soon}
          and not exists (select from document_kyc as suivant join antenne_prive.fichier on fichier.id = suivant.fichier_id
            where suivant.organisation_id = d.organisation_id and suivant.type_document_id = d.type_document_id
              and suivant.cree_le > d.cree_le and suivant.statut in ('depose', 'valide') and statut_scan <> 'infecte')) as expirent
    ) as dossier`,
  ),
  fichier: childOf(
    sql`antenne_prive.fichier`,
    ['document_kyc'],
    sql`id in (select fichier_id from document_kyc)`,
  ),

  // Files that a visible document takes, their contents unless they are infected, and the keys of links to them.
  fichier_pris: derived(
    ['document_kyc'],
    sql`select * from antenne_prive.fichier where exists (select from document_kyc where fichier_id = fichier.id)`,
  ),
  contenu: derived(
    ['fichier_pris'],
    sql`select * from antenne_prive.contenu where exists (select from fichier_pris where contenu_id = contenu.id)
      and not exists (select from antenne_prive.fichier where contenu_id = contenu.id and statut_scan = 'infecte')`,
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
