import { type Draft, draftBy, tabDraftBy } from '../device/drafts.ts'
import { useMe } from '../session/me.ts'

/** A draft of the signed-in person: a reload, a lost network or an expired session cost nothing. */
export const useDraft = <T>(of: string): Draft<T> => draftBy(useMe().utilisateur.id, of)

/** A draft of theirs that lasts as long as this tab. */
export const useTabDraft = <T>(of: string): Draft<T> => tabDraftBy(useMe().utilisateur.id, of)
