import { dateFaults } from '../actions/kyc/dates.ts'
import { depositDocument } from '../actions/kyc/deposit.ts'
import { verifyDocument } from '../actions/kyc/verify.ts'
import { DepotDocument, VerificationDocument } from '../contract/corps-conformite.ts'
import { action } from './action.ts'
import { documentKyc } from './documents-kyc.ts'

/** A document of a partner, to be verified. */
export const deposerDocumentKyc = action({
  id: 'deposerDocumentKyc',
  method: 'POST',
  path: '/extension/v1/partenaires/{id}/documents-kyc',
  rights: {
    operateur: ['partenaires.documents_deposer'],
    partenaire: ['partenaires.documents_deposer'],
  },
  alsoNeeds: null,
  summary: 'Dépose un document KYC d’un partenaire',
  description:
    'Le fichier a été déposé auparavant par la même organisation. Sans `date_expiration`, la fin suit la durée de validité du type.',
  geste: () => 'depot',
  body: DepotDocument,
  rules: ({ date_emission = null, date_expiration = null }, day) =>
    dateFaults({ date_emission, date_expiration }, day),
  conflicts: ['limite_atteinte'],
  target: 'partenaire',
  versioned: false,
  answer: documentKyc,
  status: 201,
  run: ({ connection, who, now }, { id, body }) =>
    depositDocument(connection, who, { partenaire_id: id, body }, now),
})

/** The operator says whether a document is valid. */
export const verifierDocumentKyc = action({
  id: 'verifierDocumentKyc',
  method: 'POST',
  path: '/extension/v1/documents-kyc/{id}/verification',
  rights: { operateur: ['partenaires.documents_verifier'] },
  alsoNeeds: null,
  summary: 'Valide un document KYC, le rejette ou demande de le compléter',
  description:
    'Seul un document déposé se vérifie, par une autre personne que celle qui l’a déposé. Un document valide dont le fichier est infecté peut encore être rejeté. Le partenaire lit le motif.',
  geste: () => 'verification',
  body: VerificationDocument,
  example: { statut: 'rejete', motif: 'Le document est illisible : déposez une copie plus nette.' },
  rules: ({ statut, motif, date_emission, date_expiration }, day): Record<string, string> => {
    const dates = Object.entries({ date_emission, date_expiration }).filter(([, date]) => date !== undefined)
    if (statut === 'valide')
      return {
        ...(motif === undefined ? {} : { motif: 'Retirez le motif : une validation n’en a pas.' }),
        ...dateFaults(
          { date_emission: date_emission ?? null, date_expiration: date_expiration ?? null },
          day,
        ),
      }
    return {
      ...(motif === undefined ? { motif: 'Donnez un motif : le partenaire doit savoir quoi faire.' } : {}),
      ...Object.fromEntries(
        dates.map(([field]) => [field, 'Retirez cette date : seule une validation la corrige.']),
      ),
    }
  },
  conflicts: ['etat_incompatible'],
  target: 'document_kyc',
  versioned: true,
  answer: documentKyc,
  status: 200,
  async run({ connection, who, now, settings: { scanned } }, { id, body, version }) {
    await verifyDocument(connection, who, { id, body, version, scanned }, now)
    return id
  },
})
