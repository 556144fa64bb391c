import { useQueryClient } from '@tanstack/react-query'
import { AntenneError, newKey, type TypeDocument } from 'antenne-client'
import { useServices } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { sendable } from '../sendable.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { isDialogOpen } from '../ui/shortcuts.tsx'
import { type Chosen, type DepositDraft, depositName, faultsOf, withFile, withSent } from './deposit-draft.ts'
import { CHOOSE, CORRECT, RESUMED, type Refused, refusedWords, retryWords } from './deposit-words.ts'
import { useDeposit, type Work } from './deposits.ts'

/** What a deposit changes, and so has to be read again. */
const CHANGED = ['documents', 'documents-kyc', 'historique', 'total']

/** What is under way can be stopped while the file is sent. */
const stops = new Map<string, AbortController>()

const BEGUN: Work = { step: 'file', share: 0, again: null }

/**
 * Deposits a document of that type for a partner, in two steps: the file, then the document. Each keeps its key until
 * it is done, through retries, a second press and a reload, so that nothing is deposited twice.
 */
export function useDepositing(partenaire_id: string, type: TypeDocument) {
  const { uploading, configuration } = useServices()
  const queries = useQueryClient()
  const name = depositName(partenaire_id, type)
  const { deposit, now, set, hand, clear } = useDeposit(name)

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

  /** Sends the file, then the document, until both are stored; without a network they wait on the device. */
  const deliver = async (): Promise<void> => {
    const draft = withSent(now().draft)
    set({ draft })
    const { date_emission, date_expiration, sent } = draft
    const { key, id } = draft.chosen as Chosen
    const stop = new AbortController()
    stops.set(name, stop)
    const note = (part: Partial<Work>) => set({ work: { ...BEGUN, ...now().work, ...part } })
    const acting = uploading((share) => {
      if (now().work?.step === 'file') note({ share, again: now().work?.again ? RESUMED : null })
    })
    const body = {
      ...{ type_document_id: type.id, fichier_id: id ?? '' },
      ...(date_emission !== '' && { date_emission }),
      ...(date_expiration !== '' && { date_expiration }),
    }
    await acting.deposerDocumentKyc(partenaire_id, body, {
      ...{ key: sent.key, about: type.libelle, signal: stop.signal, draft: { of: name, value: draft } },
      // One that the service has is not chosen again after a reload: its id is all there is of it.
      file: { key, id, content: now().file ?? new File([], draft.chosen?.name ?? '') },
      onKept(unkept) {
        if (unkept === null) hand()
        note({ unkept })
      },
      onFile(stored) {
        const unkept = now().work?.unkept ?? null
        keepChosen({ id: stored })
        if (unkept === null) hand()
        set({ work: { step: 'document', share: 1, again: null, unkept } })
      },
      onRetry: (error) => note({ share: 0, again: retryWords(error) }),
    })
  }

  const refuse = (refused: Refused): false => {
    // What the device kept of it is gone: the draft is kept again.
    set({ refused, draft: now().draft })
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
    set({ work: BEGUN, refused: null })
    try {
      await deliver().catch((error: unknown) => {
        if (!isOf(error, 'cle_deja_utilisee')) throw error
        // The same name, size and date, and yet other bytes: another intention.
        keepChosen({ key: newKey(), id: null })
        return deliver()
      })
      clear()
      tellOutcome({ tone: 'good', text: `${type.libelle} : déposé, en vérification chez l’opérateur.` })
      return true
    } catch (error) {
      if (error instanceof Waiting) {
        clear()
        tellOutcome(error.outcome)
        return true
      }
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
