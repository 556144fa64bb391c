import type { DetailsErreur } from './contract.ts'

/** What may happen on the way, beside the errors of the service. */
interface OnTheWay {
  /** Nothing came back: no network, no service, or the answer was cut off. */
  readonly reseau: null
  /** Nothing came back in time. */
  readonly delai: null
  /** The caller gave up, through its signal. */
  readonly annulation: null
  /** What came back is not of the service: a proxy's page, a portal's. */
  readonly reponse_inattendue: null
}

type DetailsByCode = DetailsErreur & OnTheWay

/** Every code that an error of the client may carry. */
export type AntenneErrorCode = keyof DetailsByCode

interface Shape<Code extends AntenneErrorCode> extends Error {
  readonly code: Code
  /** French, ready to be shown. */
  readonly message: string
  readonly details: DetailsByCode[Code]
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** What to correct, by parameter: filled by `parametres_invalides`, else empty. */
  readonly champs: Readonly<Record<string, string>>
  /** For the support: the service has it in its log. */
  readonly requestId: string | null
  /** Seconds that the service asks to wait; null when it says nothing of it. */
  readonly retryAfter: number | null
}

/** An error of the client, typed by its `code`: `switch (error.code)` knows what `details` holds. */
export type AntenneError = { [Code in AntenneErrorCode]: Shape<Code> }[AntenneErrorCode]

/** What is known of an error. */
export interface Known {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly status?: number
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

class Failed extends Error {
  readonly code: string
  readonly details: unknown
  readonly status: number | null
  readonly champs: Readonly<Record<string, string>>
  readonly requestId: string | null
  readonly retryAfter: number | null

  constructor({ code, message, details, status, requestId, retryAfter, cause }: Known) {
    super(message, { cause })
    this.name = 'AntenneError'
    this.code = code
    this.details = details ?? null
    this.status = status ?? null
    this.champs = code === 'parametres_invalides' ? (details as Record<string, string>) : {}
    this.requestId = requestId ?? null
    this.retryAfter = retryAfter ?? null
  }
}

/** `error instanceof AntenneError` leads to the union above. */
export const AntenneError = Failed as unknown as {
  new (known: Known): AntenneError
  readonly prototype: AntenneError
}

const messages = {
  reseau: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
  delai: 'Le service met trop de temps à répondre. Réessayez dans quelques instants.',
  annulation: 'La demande a été annulée.',
  reponse_inattendue: 'La réponse reçue ne vient pas du service. Vérifiez votre connexion, puis réessayez.',
} satisfies Record<keyof OnTheWay, string>

/** An error of what happens on the way. */
export const onTheWay = (code: keyof OnTheWay, known: Omit<Known, 'code' | 'message'> = {}): AntenneError =>
  new AntenneError({ ...known, code, message: messages[code] })
