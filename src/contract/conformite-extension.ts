import { DocumentKyc } from './conformite.ts'
import { object } from './object.ts'
import { PartenaireResume } from './partenaires.ts'
import { Booleen, Horodatage, Texte } from './primitives.ts'

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
