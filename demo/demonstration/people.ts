import type { Calendar } from '../calendar.ts'
import { mobile, uuidOf } from '../identifiers.ts'
import { slug } from '../names.ts'
import { keyOf, mix } from '../random.ts'
import type { OrganisationRecord, UtilisateurRecord } from '../records.ts'
import { roleId } from '../reference.ts'

/** The id of a named thing of the demonstration, the same whatever the day. */
export const demoId = (name: string): string => uuidOf(`demonstration:${name}`)

/** A number that a name of the demonstration always gives. */
export const demoHash = (name: string): number => keyOf(`demonstration:${name}`)

/** Who a user of the demonstration is. */
export type Person = {
  readonly prenom: string
  readonly nom: string
  readonly domain: string
  readonly organisation_id: string
  readonly roles: readonly [string, ...string[]]
  readonly fonction: string | null
  readonly actif?: boolean
}

const emailOf = (person: Person): string => `${slug(person.prenom)}.${slug(person.nom)}@${person.domain}`

/** The user's id, known from the login e-mail. */
export const userId = (email: string): string => demoId(`utilisateur:${email}`)

/** The import record of a person. */
export function user(time: Calendar, person: Person): UtilisateurRecord {
  const email = emailOf(person)
  const hash = demoHash(email)
  const operator = person.roles[0].startsWith('operateur_')
  return {
    id: userId(email),
    organisation_id: person.organisation_id,
    role_id: roleId(person.roles[0]),
    prenom: person.prenom,
    nom: person.nom,
    email,
    telephone: hash % 11 === 0 ? null : mobile(hash),
    fonction: person.fonction,
    actif: person.actif ?? true,
    double_authentification: operator || hash % 3 === 0,
    derniere_connexion: hash % 6 === 0 ? null : time.instant(1 + (hash % 20), mix(hash, 1)),
    role_ids: person.roles.map(roleId),
  }
}

/** The import record of an organisation. */
export const organisation = (
  id: string,
  type: OrganisationRecord['type'],
  nom: string,
  statut: OrganisationRecord['statut'],
  cree_le: string,
): OrganisationRecord => ({ id, type, nom, statut, cree_le, modifie_le: cree_le })

const OPERATOR = demoId('organisation:operateur')
const operator = (
  prenom: string,
  nom: string,
  fonction: string,
  roles: Person['roles'],
  actif = true,
): Person => ({ prenom, nom, domain: 'antenne.example', organisation_id: OPERATOR, roles, fonction, actif })

const operators: readonly Person[] = [
  operator('Awa', 'Koné', 'Directrice de la plateforme', ['operateur_administrateur']),
  operator('Jean-Baptiste', 'Kouassi', 'Responsable des réservations', ['operateur_validateur']),
  operator('Mariam', 'Traoré', 'Chargée de conformité', ['operateur_kyc']),
  operator('Aminata', 'Bamba', 'Directrice financière', [
    'operateur_finance',
    'operateur_validateur',
    'operateur_catalogue',
  ]),
  operator('Ibrahim', 'Fofana', 'Chargé du crédit', ['operateur_finance']),
  operator('Serge', 'Yao', 'Chef de produit', ['operateur_catalogue']),
  operator('Estelle', "N'Guessan", 'Conseillère clientèle', ['operateur_support']),
  operator('Ange', 'Kouamé', 'Stagiaire', ['operateur_stagiaire']),
  operator('Drissa', 'Soro', 'Ancien responsable des réservations', ['operateur_validateur'], false),
]

const tiers = [
  { nom: 'Réseau Équateur Orbital', domain: 'reseau-equateur.example', statut: 'active' },
  { nom: 'Installateurs associés du Golfe', domain: 'golfe-installation.example', statut: 'active' },
  { nom: "Ancien réseau d'essai", domain: 'reseau-essai.example', statut: 'fermee' },
] as const

const third = (index: 0 | 1 | 2, prenom: string, nom: string, role: string, fonction: string): Person => ({
  prenom,
  nom,
  domain: tiers[index].domain,
  organisation_id: demoId(`organisation:tiers:${index}`),
  roles: [role],
  fonction,
})

const thirds: readonly Person[] = [
  third(0, 'Zié', 'Tuo', 'tiers_superviseur', 'Superviseur du réseau'),
  third(0, 'Prisca', 'Lasme', 'tiers_superviseur', "Ingénieure d'exploitation"),
  third(1, 'Bakary', 'Dosso', 'tiers_installateur', 'Technicien installateur'),
  third(2, 'Hervé', 'Gohou', 'tiers_installateur', 'Technicien'),
]

/** Operator users who decide on reservations. */
export const validators = [
  userId('jean-baptiste.kouassi@antenne.example'),
  userId('aminata.bamba@antenne.example'),
  userId('awa.kone@antenne.example'),
] as const

/** The operator user who runs the platform. */
export const administrator = userId('awa.kone@antenne.example')

/** The operator user who checks KYC documents. */
export const verifier = userId('mariam.traore@antenne.example')

/** The operator user who approves credit and sets prices. */
export const treasurer = userId('aminata.bamba@antenne.example')

/** The organisations of the operator and of third parties, with their users. */
export function operatorAndThirds(time: Calendar) {
  const cree_le = time.instant(1500, demoHash('operateur'))
  return {
    organisations: [
      organisation(OPERATOR, 'operateur', 'Antenne', 'active', cree_le),
      ...tiers.map(({ nom, statut }, index) =>
        organisation(demoId(`organisation:tiers:${index}`), 'tiers', nom, statut, cree_le),
      ),
    ],
    users: [...operators, ...thirds].map((person) => user(time, person)),
  }
}
