import { type Calendar, dayAfter, frenchDate, monthsAfter } from '../calendar.ts'
import { mix, pick } from '../random.ts'
import type { DocumentKycRecord, FichierRecord, TypeDocumentRecord } from '../records.ts'
import { typesDocument } from '../reference.ts'
import { type Blank, type DemoFile, printed } from '../specimens/printed.ts'
import { hasLogo, type Partner } from './partners.ts'
import { demoHash, demoId, verifier } from './people.ts'

type Statut = DocumentKycRecord['statut']
type Scan = FichierRecord['statut_scan']

/** One document to make: its type, its stored state, and when it expires if a day is wanted. */
type Wanted = {
  readonly code: string
  readonly statut: Statut
  /** Days from today to the expiry; otherwise the issue date is drawn and the expiry follows from the type. */
  readonly expire?: number
  readonly scan?: Scan
}

const mandatory = typesDocument.filter(
  (type) => type.cible === 'partenaire' && type.obligatoire && type.actif,
)
const all = (statut: Statut): Wanted[] => mandatory.map((type) => ({ code: type.code, statut }))
const replace = (wanted: readonly Wanted[], ...changes: Wanted[]): Wanted[] => [
  ...wanted.filter((document) => !changes.some((change) => change.code === document.code)),
  ...changes,
]
const without = (wanted: readonly Wanted[], code: string): Wanted[] =>
  wanted.filter((document) => document.code !== code)

/** The showcase: every date that matters on one file. The one of yesterday still waits for the sweep (D13). */
const showcase: readonly Wanted[] = [
  { code: 'partenaire_rccm', statut: 'valide', expire: 10 },
  { code: 'partenaire_rccm', statut: 'expire', expire: -40 },
  { code: 'partenaire_dfe', statut: 'valide' },
  { code: 'partenaire_fiscal', statut: 'valide', expire: 0 },
  { code: 'partenaire_cnps', statut: 'valide', expire: -1 },
  { code: 'partenaire_identite', statut: 'valide' },
  { code: 'partenaire_rib', statut: 'a_completer' },
  { code: 'partenaire_assurance', statut: 'depose', scan: 'en_attente' },
  { code: 'partenaire_references', statut: 'rejete' },
  // Renewals, which wait for the operator beside what they renew.
  { code: 'partenaire_rccm', statut: 'depose' },
  { code: 'partenaire_cnps', statut: 'depose', scan: 'en_attente' },
]

function ofActive(index: number): readonly Wanted[] {
  const complete = all('valide')
  switch (index % 7) {
    case 1:
      return [...complete, { code: 'partenaire_assurance', statut: 'valide' }]
    case 2:
      return [
        ...replace(complete, { code: 'partenaire_cnps', statut: 'expire', expire: -25 }),
        { code: 'partenaire_cnps', statut: 'depose' },
      ]
    case 3:
      return without(complete, 'partenaire_fiscal')
    case 4:
      return [
        ...replace(complete, { code: 'partenaire_rccm', statut: 'valide', expire: 10 }),
        { code: 'partenaire_rccm', statut: 'depose' },
      ]
    case 5:
      return replace(complete, { code: 'partenaire_fiscal', statut: 'valide', expire: 0 })
    case 6:
      return replace(complete, { code: 'partenaire_rccm', statut: 'valide', expire: -1 })
    default:
      return complete
  }
}

function wantedOf(partner: Partner): readonly Wanted[] {
  const { index } = partner
  if (index === 0) return showcase
  switch (partner.statut) {
    case 'actif':
      return ofActive(index)
    case 'valide':
      return all('valide')
    case 'suspendu':
      return replace(all('valide'), { code: 'partenaire_cnps', statut: 'valide', expire: -90 })
    case 'en_verification':
      return replace(
        all('depose'),
        { code: 'partenaire_dfe', statut: 'valide' },
        { code: 'partenaire_rib', statut: 'depose', scan: 'en_attente' },
      )
    case 'a_completer':
      return replace(
        without(all('valide'), 'partenaire_cnps'),
        { code: 'partenaire_rib', statut: 'a_completer' },
        { code: 'partenaire_fiscal', statut: 'a_completer', expire: -3 },
      )
    case 'rejete':
      return replace(all('rejete').slice(0, 3), {
        code: 'partenaire_identite',
        statut: 'rejete',
        scan: 'infecte',
      })
    case 'candidat':
      return index % 2 === 0
        ? []
        : [
            { code: 'partenaire_rccm', statut: 'depose', scan: 'en_attente' },
            { code: 'partenaire_identite', statut: 'depose', scan: index % 4 === 1 ? 'infecte' : 'sain' },
          ]
  }
}

const motifs: Partial<Record<Statut, readonly string[]>> = {
  a_completer: ['La deuxième page manque.', 'Le document est illisible : déposez un nouveau scan.'],
  rejete: ['Le document ne concerne pas votre société.', 'Le fichier fourni est falsifié ou corrompu.'],
}
type Format = { readonly ending: string; readonly type_mime: Blank['type_mime'] }
const pdf: Format = { ending: 'pdf', type_mime: 'application/pdf' }
const png: Format = { ending: 'png', type_mime: 'image/png' }
const jpg: Format = { ending: 'jpg', type_mime: 'image/jpeg' }
/** Cards are photographed; letters are scanned, or come as they were made. */
const formatsOf = (code: string): Format[] =>
  code.endsWith('_identite') ? [jpg, png, png] : [pdf, pdf, pdf, png]

function dates(time: Calendar, type: TypeDocumentRecord, expire: number | undefined, hash: number) {
  const { validite_mois } = type
  if (expire !== undefined && validite_mois !== null) {
    const date_expiration = time.day(expire)
    // The shortest validity is three months: a deposit 70 days before the expiry comes after the issue.
    return {
      date_emission: monthsAfter(date_expiration, -validite_mois),
      date_expiration,
      deposit: 70 - expire,
    }
  }
  const issued = 12 + (hash % 45)
  const date_emission = time.day(-issued)
  const date_expiration = validite_mois === null ? null : monthsAfter(date_emission, validite_mois)
  return { date_emission: hash % 12 === 0 ? null : date_emission, date_expiration, deposit: 3 + (hash % 9) }
}

/** Who stands on a document: a company and who represents it. */
type Holder = { readonly nom: string; readonly representative: string }

/** A KYC document and its file for an organisation. Without a holder, the file has no contents. */
export function document(
  time: Calendar,
  organisation_id: string,
  name: string,
  wanted: Wanted,
  holder?: Holder,
): { document: DocumentKycRecord; fichier: DemoFile } {
  const type = typesDocument.find((candidate) => candidate.code === wanted.code)
  if (type === undefined) throw new Error(`Unknown document type: ${wanted.code}`)
  const hash = demoHash(name)
  const { deposit, ...validity } = dates(time, type, wanted.expire, hash)
  const cree_le = time.instant(deposit, hash)
  const verifie_le = wanted.statut === 'depose' ? null : time.instant(deposit - 1, mix(hash, 1))
  const expired = wanted.statut === 'expire' ? validity.date_expiration : null
  const { ending, type_mime } = pick(formatsOf(type.code), mix(hash, 2))
  const file: Blank = {
    id: demoId(`fichier:${name}`),
    nom_original: `${wanted.code.replace('_', '-')}-${1 + (hash % 900)}.${ending}`,
    type_mime,
    statut_scan: wanted.scan ?? 'sain',
  }
  return {
    document: {
      id: demoId(`document:${name}`),
      organisation_id,
      type_document_id: type.id,
      fichier_id: file.id,
      ...validity,
      statut: wanted.statut,
      motif:
        expired !== null
          ? `Document expiré le ${frenchDate(expired)}.`
          : pick(motifs[wanted.statut] ?? [null], mix(hash, 3)),
      verifie_par: verifie_le === null ? null : verifier,
      verifie_le,
      cree_le,
      modifie_le: expired !== null ? dayAfter(expired) : (verifie_le ?? cree_le),
    },
    fichier:
      holder === undefined
        ? { record: () => ({ ...file, taille_octets: 40_000 + (mix(hash, 4) % 4_000_000) }) }
        : printed(file, {
            code: type.code,
            libelle: type.libelle,
            organisation: holder.nom,
            representative: holder.representative,
            number: String(mix(hash, 4)).padStart(10, '0'),
            ...validity,
          }),
  }
}

/** The KYC documents of a partner, every state and every date that matters, some mandatory ones missing. */
export const partnerDocuments = (time: Calendar, partner: Partner) =>
  wantedOf(partner).map((wanted, rank) =>
    document(
      time,
      partner.organisation_id,
      `kyc:partenaire:${partner.index}:${rank}`,
      wanted,
      holderOf(partner),
    ),
  )

const holderOf = ({ nom, users: [manager] }: Partner): Holder => ({
  nom,
  representative: manager === undefined ? nom : `${manager.nom} ${manager.prenom}`,
})

/** The logos of the partners that have one. */
export const logos = (all: readonly Partner[]): FichierRecord[] =>
  all.filter(hasLogo).map((partner) => ({
    id: demoId(`fichier:logo:${partner.index}`),
    nom_original: `logo-${partner.domain.replace('.example', '')}.png`,
    type_mime: 'image/png',
    taille_octets: 12_000 + (demoHash(`logo:${partner.index}`) % 80_000),
    statut_scan: 'sain',
  }))
