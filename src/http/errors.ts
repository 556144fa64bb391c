import type { FastifyError } from 'fastify'
import { type CodeErreur, catalogue } from '../contract/erreur.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import { KeysUnavailable } from '../identity/keys.ts'

/** An error answer, thrown wherever it is detected. */
export class Refusal extends Error {
  readonly status: number
  readonly code: CodeErreur
  readonly details: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: CodeErreur,
    options: {
      details?: Record<string, unknown>
      headers?: Record<string, string>
      status?: number
      cause?: unknown
    } = {},
  ) {
    super(catalogue[code].message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? catalogue[code].status
    this.details = options.details ?? null
    this.headers = options.headers ?? {}
  }

  /** The body, an Erreur with all three keys. */
  get body(): string {
    return JSON.stringify({ code: this.code, message: this.message, details: this.details })
  }
}

/** The service cannot answer now; the caller should retry soon. */
export const unavailable = (cause?: unknown): Refusal =>
  new Refusal('service_indisponible', { headers: { 'retry-after': '2' }, cause })

/** Turns anything thrown into an error answer (D4): no stack, no SQL, no foreign text. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable || error instanceof KeysUnavailable) {
    return unavailable(error)
  }
  const { statusCode } = error as FastifyError
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('requete_invalide', { status: statusCode, cause: error })
  }
  return new Refusal('erreur_interne', { cause: error })
}
