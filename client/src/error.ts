import type { DetailsErreur } from './contract.ts'

/** Errors of the client itself, besides those of the service. */
interface OnTheWay {
  /** No answer: no network, no service, or the answer was cut off. */
  readonly reseau: null
  /** No answer in time. */
  readonly delai: null
  /** The caller aborted the call by its signal. */
  readonly annulation: null
  /** The application could not give or renew its token: `token` or `onUnauthorized` failed. */
  readonly session: null
  /** The answer is not from the service: a proxy's page, a portal's. */
  readonly reponse_inattendue: null
}

type DetailsByCode = DetailsErreur & OnTheWay

/** Every code of an AntenneError. */
export type AntenneErrorCode = keyof DetailsByCode

interface Shape<Code extends AntenneErrorCode> extends Error {
  readonly code: Code
  /** French; can be shown to the user. */
  readonly message: string
  readonly details: DetailsByCode[Code]
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** What to correct, by parameter: for `parametres_invalides`, otherwise empty. */
  readonly champs: Readonly<Record<string, string>>
  /** For the support: it is in the service's log. */
  readonly requestId: string | null
  /** Seconds to wait, as the service asks; null if it does not. */
  readonly retryAfter: number | null
}

/** An error of the client, typed by its `code`: `switch (error.code)` gives `details` its type. */
export type AntenneError = { [Code in AntenneErrorCode]: Shape<Code> }[AntenneErrorCode]

/** The properties of an error. */
interface Known {
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

/** `error instanceof AntenneError` narrows to the union above. */
export const AntenneError = Failed as unknown as {
  new (known: Known): AntenneError
  readonly prototype: AntenneError
}

const messages = {
  reseau: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
  delai: 'Le service met trop de temps à répondre. Réessayez dans quelques instants.',
  annulation: 'La demande a été annulée.',
  session: 'Votre session ne peut pas être vérifiée. Reconnectez-vous, puis réessayez.',
  reponse_inattendue: 'La réponse reçue ne vient pas du service. Vérifiez votre connexion, puis réessayez.',
} satisfies Record<keyof OnTheWay, string>

/** An error of the client itself. */
export const onTheWay = (code: keyof OnTheWay, known: Omit<Known, 'code' | 'message'> = {}): AntenneError =>
  new AntenneError({ ...known, code, message: messages[code] })
