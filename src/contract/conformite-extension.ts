import { DocumentKyc } from './conformite.ts'
import { object } from './object.ts'
import { Partenaire, PartenaireResume } from './partenaires.ts'
import { Booleen, Entier, enumeration, Horodatage, Texte } from './primitives.ts'

export const DocumentKycDetail = object(
  'DocumentKycDetail',
  'Document de conformité, avec le partenaire et ce qu’il faut savoir pour le vérifier',
  {
    ...DocumentKyc.properties,
    partenaire: PartenaireResume,
    infecte: Booleen,
    expire_bientot: Booleen,
    renouvellement: Booleen,
  },
)

export const LienFichier = object('LienFichier', 'Lien signé vers un fichier, valable cinq minutes', {
  url: Texte,
  expire_le: Horodatage,
})

export const DossierKyc = object('DossierKyc', 'Ce que le dossier KYC d’un partenaire demande', {
  manquants: Entier(0),
  a_verifier: Entier(0),
  expirent: Entier(0),
})

export const PartenaireKyc = object('PartenaireKyc', 'Partenaire, avec ce que son dossier KYC demande', {
  ...Partenaire.properties,
  kyc: DossierKyc,
})

export const EtatDossier = enumeration(
  'EtatDossier',
  ['complet', 'a_completer', 'a_verifier', 'expire_bientot'],
  'Ce que le dossier KYC demande',
)
