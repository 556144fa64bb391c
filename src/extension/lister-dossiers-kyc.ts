import { DossierKyc, EtatDossier, PartenaireKyc } from '../contract/conformite-extension.ts'
import { one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { filtered, listerPartenaires } from '../operations/lister-partenaires.ts'
import { list } from '../operations/operation.ts'

/** Partners, by name, with what their KYC files ask for. */
export const listerDossiersKyc = list({
  id: 'listerDossiersKyc',
  path: '/extension/v1/partenaires',
  permission: 'partenaires.consulter',
  summary: 'Partenaires, par raison sociale, avec ce que leur dossier KYC demande',
  description: '`kyc` garde ceux dont le dossier demande cela ; un dossier peut demander plusieurs choses.',
  of: PartenaireKyc,
  reads: ['dossier_kyc', 'partenaire_zone'],
  from: sql`dossier_kyc`,
  fields: {
    kyc: one(
      DossierKyc,
      sql`(select dossier_kyc.manquants, dossier_kyc.a_verifier, dossier_kyc.expirent) as d`,
    ),
  },
  query: { ...filtered.query, kyc: EtatDossier },
  filters: {
    ...filtered.filters,
    kyc: (
      value,
    ) => sql`case ${value} when 'a_completer' then manquants > 0 when 'a_verifier' then a_verifier > 0
      when 'expire_bientot' then expirent > 0 else manquants + a_verifier + expirent = 0 end`,
  },
  order: listerPartenaires.order,
})
