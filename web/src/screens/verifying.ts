import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, type DocumentKycDetail } from 'antenne-client'
import { useServices } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { type Correction, sentDates } from './document-dates.ts'
import { intend } from './intentions.ts'
import { sentMotif } from './motifs.ts'
import { type Told, useRefusal } from './refusal.ts'
import { doneWords, nameOf, refusedDocument, type Verdict } from './verification-words.ts'

/** What is asked for, by a person who saw this version of the document. */
export interface Verification {
  readonly move: Verdict
  readonly motif: string
  readonly correction: Correction
}

/** What was typed for it, to go on with it if the service refuses it later. */
const sentVerification = (id: string, { move, motif, correction }: Verification) =>
  move === 'valide' ? sentDates(id, correction) : sentMotif(move, id, motif)

/** What a verification changes, and so has to be read again. */
const CHANGED = ['documents', 'document', 'documents-kyc', 'historique', 'total']

/** Verifies documents, wherever the person goes meanwhile, and says what became of it. */
export function useVerifying(): (document: DocumentKycDetail, given: Verification) => Promise<Told> {
  const { acting } = useServices()
  const queries = useQueryClient()
  const refusalOf = useRefusal(refusedDocument)
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => CHANGED.includes(String(of)) })
  const send = async (document: DocumentKycDetail, given: Verification): Promise<Told> => {
    const { id, modifie_le: version } = document
    const { move, motif, correction } = given
    const said = move === 'valide' ? correction : { motif }
    try {
      const now = await intend(id, { move, ...said, version }, (sending) =>
        acting.verifierDocumentKyc(
          id,
          { statut: move, ...said },
          { ...sending, version, about: nameOf(document), draft: sentVerification(id, given) },
        ),
      )
      queries.setQueryData<DocumentKycDetail>(['document', id], (old) => old && { ...old, ...now })
      return doneWords(nameOf(document), now)
    } catch (error) {
      if (error instanceof Waiting) return { ...error.outcome, over: true }
      if (!(error instanceof AntenneError)) throw error
      // Who is asked to read it again finds it as it is now, and decides on that.
      if (error.code === 'version_perimee') await refresh()
      return refusalOf(nameOf(document), error)
    }
  }
  return async (document, given) => {
    tellOutcome(null)
    const told = await send(document, given).finally(() => void refresh())
    tellOutcome(told)
    return told
  }
}
