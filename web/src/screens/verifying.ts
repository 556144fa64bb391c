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

/** Of these, what is shown with that document alone: its answer, and its history. */
const ITS_OWN = ['document', 'historique']

type Query = { readonly queryKey: readonly unknown[] }
const isOf =
  (names: readonly string[]) =>
  ({ queryKey: [of] }: Query): boolean =>
    names.includes(String(of))

/** Verifies documents, wherever the person goes meanwhile, and says what became of it. */
export function useVerifying(): (document: DocumentKycDetail, given: Verification) => Promise<Told> {
  const { acting } = useServices()
  const queries = useQueryClient()
  const refusalOf = useRefusal(refusedDocument)
  /** What is only shown with a document that is done is read again when somebody opens it again. */
  const refresh = (done?: string) => {
    const [isChanged, isItsOwn] = [isOf(CHANGED), isOf(ITS_OWN)]
    const isOfDone = (query: Query) => done !== undefined && isItsOwn(query) && query.queryKey.includes(done)
    void queries.invalidateQueries({ predicate: isOfDone, refetchType: 'none' })
    return queries.invalidateQueries({ predicate: (query) => isChanged(query) && !isOfDone(query) })
  }
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
      void refresh(id)
      return doneWords(nameOf(document), now)
    } catch (error) {
      const refreshed = refresh()
      if (error instanceof Waiting) return { ...error.outcome, over: true }
      if (!(error instanceof AntenneError)) throw error
      // Who is asked to read it again finds it as it is now, and decides on that.
      if (error.code === 'version_perimee') await refreshed
      return refusalOf(nameOf(document), error)
    }
  }
  return async (document, given) => {
    tellOutcome(null)
    const told = await send(document, given)
    tellOutcome(told)
    return told
  }
}
