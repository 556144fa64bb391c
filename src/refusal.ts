import { type CodeErreur, catalogue } from './contract/erreur.ts'
import { type CodeExtension, extensionCatalogue } from './contract/erreur-extension.ts'

export type Code = CodeErreur | CodeExtension

const all = { ...catalogue, ...extensionCatalogue }

/** The answer to an unknown caller. */
export const unknownCaller = () =>
  new Refusal('authentification_requise', { headers: { 'www-authenticate': 'Bearer' } })

/** An error answer, thrown wherever it is detected. */
export class Refusal extends Error {
  readonly status: number
  readonly code: Code
  readonly details: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>
  #body: string | undefined

  constructor(
    code: Code,
    options: {
      message?: string
      details?: Readonly<Record<string, unknown>>
      headers?: Record<string, string>
      status?: number
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? all[code].message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? all[code].status
    this.details = options.details ?? null
    this.headers = options.headers ?? {}
  }

  /** The body, an Erreur with all three keys. */
  get body(): string {
    this.#body ??= JSON.stringify({ code: this.code, message: this.message, details: this.details })
    return this.#body
  }
}
