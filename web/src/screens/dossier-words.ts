import type { DossierKyc } from 'antenne-client'
import { etatDossier, type Tone } from '../labels.ts'

/** What the KYC file of a partner asks for, in words, the most urgent first. */
export function demandsOf({ manquants, a_verifier, expirent }: DossierKyc): { text: string; tone: Tone }[] {
  const demands = [
    { count: a_verifier, text: `${a_verifier} à vérifier`, tone: etatDossier.a_verifier[1] },
    { count: manquants, text: `${manquants} à fournir`, tone: etatDossier.a_completer[1] },
    {
      count: expirent,
      text: `${expirent} bientôt expiré${expirent > 1 ? 's' : ''}`,
      tone: etatDossier.expire_bientot[1],
    },
  ].filter(({ count }) => count > 0)
  const [text, tone] = etatDossier.complet
  return demands.length > 0 ? demands : [{ text, tone }]
}
