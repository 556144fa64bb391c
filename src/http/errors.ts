import type { FastifyError } from 'fastify'
import { DatabaseUnavailable } from '../database/database.ts'
import { KeysUnavailable } from '../identity/keys.ts'
import { Refusal } from '../refusal.ts'

/** The service cannot answer now; the caller should retry soon. */
export const unavailable = (cause?: unknown): Refusal =>
  new Refusal('service_indisponible', { headers: { 'retry-after': '2' }, cause })

/** The longest body of an action, in bytes (A9). */
export const LONGEST_BODY = 65_536

/** Turns anything thrown into an error answer (D4): no stack, no SQL, no foreign text. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable || error instanceof KeysUnavailable) {
    return unavailable(error)
  }
  const { statusCode, code } = error as FastifyError
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('type_non_accepte', { cause: error })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('corps_trop_grand', { details: { taille_max_octets: LONGEST_BODY } })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('requete_invalide', { status: statusCode, cause: error })
  }
  return new Refusal('erreur_interne', { cause: error })
}
