import { actions } from 'antenne-client'
import type { Sending } from './sendings.ts'

/**
 * The service keeps a key for 24 hours: what may have been done so long ago would be done again, unless it names the
 * version of what it changes. An hour is left for its way. A time to come is as doubtful: the clock was set back.
 */
const KEY_LIFE = 23 * 3_600_000
export const mayBeDoneTwice = ({ action, sent }: Sending): boolean =>
  actions[action].versioned !== true && sent !== undefined && Math.abs(Date.now() - sent) > KEY_LIFE

/** What the person is told of it. */
export const PERHAPS_DONE =
  'Envoyé il y a plus d’un jour sans réponse, et peut-être déjà enregistré : vérifiez, puis reprenez ou abandonnez dans vos envois.'
