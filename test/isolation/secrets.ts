import type { OperationId } from '../model/answer.ts'
import { many, situated } from './companies.ts'
import { type Caller, callers } from './people.ts'
import type { Kind } from './rule.ts'
import { records, type TestBed } from './test-bed.ts'

/** A text that stands in one record and nowhere else, and what one must see to read it. */
interface Secret {
  readonly text: string
  readonly readable: (caller: Caller, testBed: TestBed) => boolean
}

const through =
  (operation: OperationId, kind: Kind, id: string): Secret['readable'] =>
  (caller, testBed) =>
    testBed.verdict(caller, operation, kind, id).seen

const ofClient = (id: string) => through('lireClient', 'client', id)
const ofPartner = (organisation: string): Secret['readable'] => {
  const partner = records.partenaire.find(({ organisation_id }) => organisation_id === organisation)
  return partner === undefined ? () => false : through('lirePartenaire', 'partenaire', partner.id)
}

const asked = new Set([...situated, ...many.slice(0, 3)].map(({ id }) => id))

/** Of each kind of record, the secrets, with the rule that is its own. */
const secrets: Record<string, readonly Secret[]> = {
  client: records.client.map(({ id, adresse_facturation }) => ({
    text: `${adresse_facturation}`,
    readable: ofClient(id),
  })),
  contact: records.contact.map(({ client_id, fonction }) => ({
    text: `${fonction}`,
    readable: ofClient(client_id),
  })),
  site: records.site.map(({ client_id, adresse }) => ({ text: `${adresse}`, readable: ofClient(client_id) })),
  partenaire: records.partenaire.map(({ organisation_id, adresse }) => ({
    text: `${adresse}`,
    readable: ofPartner(organisation_id),
  })),
  // The city of a partner is part of its short form, which goes with every client that it manages (D18).
  'partenaire in short': records.partenaire.map(({ id, organisation_id, ville }) => ({
    text: `${ville}`,
    readable: (caller, testBed) =>
      ofPartner(organisation_id)(caller, testBed) ||
      records.client.some(
        (client) =>
          client.partenaire_actuel_id === id && asked.has(client.id) && ofClient(client.id)(caller, testBed),
      ),
  })),
  contrat_cadre: records.contrat_cadre.map(({ partenaire_id, numero, statut }) => ({
    text: numero,
    readable: (caller, testBed) =>
      statut === 'signe' && through('lirePartenaire', 'partenaire', partenaire_id)(caller, testBed),
  })),
  fichier: records.document_kyc.map(({ organisation_id, fichier_id }) => ({
    text: `${records.fichier.find(({ id }) => id === fichier_id)?.nom_original}`,
    readable: ofPartner(organisation_id),
  })),
  reservation: records.reservation.flatMap(({ id, motif_decision }) =>
    motif_decision === null
      ? []
      : [{ text: motif_decision, readable: through('listerReservations', 'reservation', id) }],
  ),
  evidence: records.reservation.flatMap(({ id, doublons_detectes }) =>
    (doublons_detectes?.correspondances ?? []).map(({ client_id, raison_sociale }) => ({
      text: raison_sociale,
      readable: (caller: Caller, testBed: TestBed) =>
        through('listerReservations', 'reservation', id)(caller, testBed) &&
        ofClient(client_id)(caller, testBed),
    })),
  ),
  utilisateur: records.utilisateur.map(({ id, fonction }) => ({
    text: `${fonction}`,
    readable: ({ who }) => who === id,
  })),
  organisation: records.organisation.map(({ id, nom }) => ({
    text: nom,
    readable: ({ who }, { rule }) =>
      rule.access(who, null) === 'granted' && rule.organisationOf(`${who}`).id === id,
  })),
}

/**
 * Of all that a caller was told through all operations, nothing was another's, and nothing of its own was kept from it.
 */
export function checkSecrets(testBed: TestBed): void {
  for (const caller of callers) {
    const told = testBed.visitors.told(caller)
    for (const [kind, ones] of Object.entries(secrets)) {
      const mark = testBed.matrix.row({ operation: kind, dimension: 'secret', caller, granted: true })
      for (const { text, readable } of ones) mark(text, readable(caller, testBed), told.has(text))
    }
  }
}
