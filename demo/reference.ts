import { extensionPermissions, type Permission, permissions } from '../src/contract/permissions.ts'
import { uuidOf } from './identifiers.ts'
import type { RoleRecord, SecteurActiviteRecord, TypeDocumentRecord } from './records.ts'

const secteur = (code: string, libelle: string): SecteurActiviteRecord => ({
  id: uuidOf(`secteur:${code}`),
  code,
  libelle,
})

/** The sectors of activity. */
export const secteurs: readonly SecteurActiviteRecord[] = [
  secteur('AGRI', 'Agriculture et agro-industrie'),
  secteur('BTP', 'Bâtiment et travaux publics'),
  secteur('COM', 'Commerce et distribution'),
  secteur('EDU', 'Éducation et formation'),
  secteur('ENE', 'Énergie et hydrocarbures'),
  secteur('FIN', 'Finance, assurance et conseil'),
  secteur('HOT', 'Hôtellerie, restauration et tourisme'),
  secteur('IND', 'Industrie manufacturière'),
  secteur('LOG', 'Transport et logistique'),
  secteur('MIN', 'Mines et carrières'),
  secteur('ONG', 'Associations et œuvres sociales'),
  secteur('PUB', 'Administration et services publics'),
  secteur('SAN', 'Santé et pharmacie'),
  secteur('TEC', 'Technologies, médias et télécoms'),
  secteur('SEC', 'Sécurité et services aux entreprises'),
]

const typeDocument = (
  cible: TypeDocumentRecord['cible'],
  code: string,
  libelle: string,
  obligatoire: boolean,
  validite_mois: number | null,
  actif = true,
): TypeDocumentRecord => ({
  id: uuidOf(`type_document:${code}`),
  code,
  libelle,
  cible,
  obligatoire,
  validite_mois,
  actif,
})

/** The documents asked of partners and of clients. */
export const typesDocument: readonly TypeDocumentRecord[] = [
  typeDocument('partenaire', 'partenaire_rccm', 'Extrait du registre du commerce (RCCM)', true, 3),
  typeDocument('partenaire', 'partenaire_dfe', "Déclaration fiscale d'existence (DFE)", true, null),
  typeDocument('partenaire', 'partenaire_fiscal', 'Attestation de régularité fiscale', true, 3),
  typeDocument('partenaire', 'partenaire_cnps', 'Attestation CNPS', true, 3),
  typeDocument('partenaire', 'partenaire_identite', "Pièce d'identité du gérant", true, 120),
  typeDocument('partenaire', 'partenaire_rib', "Relevé d'identité bancaire", true, 12),
  typeDocument('partenaire', 'partenaire_assurance', 'Assurance responsabilité civile', false, 12),
  typeDocument('partenaire', 'partenaire_references', 'Références commerciales', false, null),
  typeDocument('partenaire', 'partenaire_patente', 'Quittance de patente (ancien modèle)', true, 12, false),
  typeDocument('client', 'client_rccm', 'Extrait RCCM du client', true, 6),
  typeDocument('client', 'client_dfe', "Déclaration fiscale d'existence du client", true, null),
  typeDocument('client', 'client_identite', 'Pièce d’identité du représentant légal', true, 120),
  typeDocument('client', 'client_domicile', 'Justificatif de localisation', false, 3),
]

const role = (
  type_organisation: RoleRecord['type_organisation'],
  name: string,
  libelle: string,
  granted: readonly Permission[],
): RoleRecord => ({
  id: uuidOf(`role:${type_organisation}_${name}`),
  code: `${type_organisation}_${name}`,
  libelle,
  type_organisation,
  permissions: granted,
})

/** The roles, with the permissions that they give. */
export const roles: readonly RoleRecord[] = [
  role('operateur', 'administrateur', 'Administrateur de la plateforme', [
    ...permissions,
    ...extensionPermissions,
  ]),
  role('operateur', 'validateur', 'Validateur des réservations', [
    'clients.creer',
    'clients.modifier',
    'journal.consulter',
    'clients.consulter',
    'clients.reservation_valider',
    'partenaires.consulter',
    'backoffice.acceder',
    'tableau_de_bord.consulter',
  ]),
  role('operateur', 'kyc', 'Chargé de conformité', [
    'partenaires.documents_verifier',
    'journal.consulter',
    'partenaires.consulter',
    'backoffice.acceder',
  ]),
  role('operateur', 'finance', 'Responsable financier', [
    'clients.consulter',
    'clients.credit_approuver',
    'paiements.valider',
    'factures.emettre',
    'remboursements.gerer',
    'commissions.consulter',
    'commissions.verser',
    'reporting.consulter',
    'backoffice.acceder',
  ]),
  role('operateur', 'catalogue', 'Responsable du catalogue', ['catalogue.consulter', 'backoffice.acceder']),
  role('operateur', 'support', 'Support client', [
    'clients.consulter',
    'catalogue.consulter',
    'tickets.traiter',
    'actions.gerer',
    'backoffice.acceder',
  ]),
  role('operateur', 'stagiaire', 'Stagiaire, sans droit', []),
  role('partenaire', 'gerant', 'Gérant du partenaire', [
    'clients.creer',
    'clients.modifier',
    'clients.reserver',
    'partenaires.documents_deposer',
    'journal.consulter',
    'clients.consulter',
    'partenaires.consulter',
    'catalogue.consulter',
    'eligibilite.verifier',
    'commissions.consulter',
    'reporting.consulter',
    'tableau_de_bord.consulter',
  ]),
  role('partenaire', 'commercial', 'Commercial du partenaire', [
    'clients.creer',
    'clients.modifier',
    'clients.reserver',
    'clients.consulter',
    'catalogue.consulter',
    'eligibilite.verifier',
  ]),
  role('partenaire', 'comptable', 'Comptable du partenaire', [
    'partenaires.consulter',
    'commissions.consulter',
  ]),
  role('client', 'gestionnaire', 'Gestionnaire du compte client', [
    'clients.consulter',
    'catalogue.consulter',
    'tableau_de_bord.consulter',
  ]),
  role('client', 'lecteur', 'Lecteur du compte client', ['clients.consulter']),
  role('tiers', 'installateur', 'Technicien installateur', [
    'catalogue.consulter',
    'installations.gerer',
    'pv.charger',
  ]),
  role('tiers', 'superviseur', 'Superviseur du réseau', [
    'clients.consulter',
    'partenaires.consulter',
    'catalogue.consulter',
    'activations.gerer',
    'evenements.gerer',
  ]),
]

const byCode = new Map(roles.map((known) => [known.code, known.id]))

/** The id of a role, by code. */
export function roleId(code: string): string {
  const id = byCode.get(code)
  if (id === undefined) throw new Error(`Unknown role: ${code}`)
  return id
}
