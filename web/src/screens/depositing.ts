import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, newKey, type TypeDocument } from 'antenne-client'
import { useMeans } from '../api.ts'
import { sendable } from '../sendable.ts'
import { isDialogOpen } from '../ui/keys.tsx'
import { tellOutcome } from '../ui/outcome.tsx'
import { type Chosen, type DepositDraft, faultsOf, withFile, withSent } from './deposit-draft.ts'
import { CHOOSE, CORRECT, RESUMED, type Refused, refusedWords, retryWords } from './deposit-words.ts'
import { useDeposit } from './deposits.ts'

/** What a deposit changes, and so has to be read again. */
const CHANGED = ['documents', 'documents-kyc', 'historique', 'total']

/** What is under way can be stopped while the file is sent. */
const stops = new Map<string, AbortController>()

/**
 * Deposits a document of that type for a partner, in two steps: the file, then the document. Each keeps its key until it
 * is done, through retries, a second press and a reload, so that nothing is deposited twice.
 */
export function useDepositing(partenaire_id: string, type: TypeDocument) {
  const { api, uploading, configuration } = useMeans()
  const queries = useQueryClient()
  const name = `depot.${partenaire_id}.${type.id}`
  const { deposit, now, set, clear } = useDeposit(name)

  const choose = async (file: File): Promise<void> => {
    if (now().work !== null) return
    set({ work: { step: 'preparing', share: 0, again: null }, refused: null })
    try {
      const ready = await sendable(file, configuration.fichier_taille_max)
      set({ file: ready, draft: withFile(now().draft, file) })
    } catch (error) {
      set({ refused: refusedWords(error) })
    } finally {
      set({ work: null })
    }
  }

  const change = (dates: Partial<Pick<DepositDraft, 'date_emission' | 'date_expiration'>>) =>
    set({ draft: { ...now().draft, ...dates }, refused: null })

  const keepChosen = (part: Partial<Chosen>): Chosen => {
    const chosen = { ...(now().draft.chosen as Chosen), ...part }
    set({ draft: { ...now().draft, chosen } })
    return chosen
  }

  /** Sends the file until it is stored; resolves to its id. */
  const sendFile = async (file: File, { key }: Chosen): Promise<string> => {
    const stop = new AbortController()
    stops.set(name, stop)
    let again: string | null = null
    const client = uploading((share) => set({ work: { step: 'file', share, again: again && RESUMED } }))
    const onRetry = (error: AntenneError) => {
      again = retryWords(error)
      set({ work: { step: 'file', share: 0, again } })
    }
    const { id } = await client.deposerFichier(file, { key, onRetry, signal: stop.signal })
    return id
  }

  const sendDocument = async (fichier_id: string): Promise<void> => {
    const { date_emission, date_expiration } = now().draft
    const body = {
      ...{ type_document_id: type.id, fichier_id },
      ...(date_emission !== '' && { date_emission }),
      ...(date_expiration !== '' && { date_expiration }),
    }
    const note = (again: string | null) => set({ work: { step: 'document', share: 1, again } })
    note(null)
    const draft = withSent(now().draft, body)
    set({ draft })
    const onRetry = (error: AntenneError) => note(retryWords(error))
    // Kept as a draft, with its key, and not among what waits: its file is in this window alone.
    const client = uploading(() => {})
    try {
      await client.deposerDocumentKyc(partenaire_id, body, { key: draft.sent.key, onRetry })
    } catch (error) {
      if (!isOf(error, 'parametres_invalides') || error.champs.fichier_id === undefined) throw error
      // A file that a document has taken meanwhile was deposited: by an attempt whose key is forgotten.
      const { donnees } = await api.listerDocumentsKycPartenaire(partenaire_id)
      if (!donnees.some((document) => document.fichier_id === fichier_id)) throw error
    }
  }

  const refuse = (refused: Refused): false => {
    set({ refused })
    if (refused.lost === 'upload') keepChosen({ id: null, key: newKey() })
    if (refused.lost === 'file') set({ file: null, draft: { ...now().draft, chosen: null } })
    if (!isDialogOpen()) tellOutcome({ tone: 'bad', text: `${type.libelle} : ${refused.text}` })
    return false
  }

  /** Resolves to whether it is deposited. */
  const send = async (): Promise<boolean> => {
    const { draft, file, work } = now()
    if (work !== null) return false
    const faults = faultsOf(draft, type)
    if (Object.keys(faults).length > 0) return refuse({ text: CORRECT, faults })
    const { chosen } = draft
    if (chosen === null || (chosen.id === null && file === null)) return refuse({ text: CHOOSE })
    tellOutcome(null)
    set({ work: { step: 'file', share: 0, again: null }, refused: null })
    try {
      if (chosen.id === null && file !== null) {
        const id = await sendFile(file, chosen).catch((error: unknown) => {
          if (!isOf(error, 'cle_deja_utilisee')) throw error
          // The same name, size and date, and yet other bytes: another intention.
          return sendFile(file, keepChosen({ key: newKey() }))
        })
        keepChosen({ id })
      }
      await sendDocument(now().draft.chosen?.id as string)
      clear()
      tellOutcome({ tone: 'good', text: `${type.libelle} : déposé, en vérification chez l’opérateur.` })
      return true
    } catch (error) {
      if (isOf(error, 'acces_refuse')) void queries.invalidateQueries({ queryKey: ['moi'] })
      return refuse(refusedWords(error))
    } finally {
      set({ work: null })
      void queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => CHANGED.includes(String(of)) })
    }
  }

  return { ...deposit, choose, change, send, stop: () => stops.get(name)?.abort() }
}

const isOf = (error: unknown, code: AntenneError['code']): error is AntenneError =>
  error instanceof AntenneError && error.code === code
