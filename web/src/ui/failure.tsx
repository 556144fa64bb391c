import { AntenneError } from 'antenne-client'
import { useCallback } from 'react'
import { several } from '../format.ts'
import { Link } from '../router.tsx'
import { useCountdown } from './countdown.tsx'
import { Notice } from './notice.tsx'

interface FailureProps {
  readonly error: Error
  readonly retry: () => void
  /** Clears all filters, if there are any. */
  readonly clear?: (() => void) | undefined
}

const Home = () => (
  <Link className="button" href="/">
    Revenir à l’accueil
  </Link>
)

const Retry = ({ retry }: Pick<FailureProps, 'retry'>) => (
  <button type="button" className="button primary" onClick={retry}>
    Réessayer
  </button>
)

/** An error: each kind has its message and its next step. */
export function Failure({ error, retry, clear }: FailureProps) {
  if (!(error instanceof AntenneError))
    return <Unexpected message="Une erreur inattendue s’est produite." retry={retry} />
  switch (error.code) {
    case 'acces_refuse':
      return <Refused permission={error.details?.permission_requise} />
    case 'ressource_introuvable':
      return (
        <Notice icon="search" title="Introuvable" actions={<Home />}>
          <p>{error.message}</p>
        </Notice>
      )
    case 'parametres_invalides':
      return <Invalid faults={error.champs} clear={clear} />
    case 'trop_de_requetes':
      return <Limited seconds={error.retryAfter ?? 30} message={error.message} retry={retry} />
    case 'service_indisponible':
    case 'reseau':
    case 'delai':
    case 'reponse_inattendue':
      return <Unavailable message={error.message} retry={retry} />
    default:
      return <Unexpected message={error.message} requestId={error.requestId} retry={retry} />
  }
}

export const Refused = ({ permission }: { readonly permission?: string | undefined }) => (
  <Notice icon="lock" title="Accès refusé" actions={<Home />}>
    <p>Votre compte n’a pas le droit de consulter cet écran. Demandez ce droit à votre administrateur.</p>
    {permission !== undefined && (
      <p>
        Droit nécessaire : <code>{permission}</code>
      </p>
    )}
  </Notice>
)

const Invalid = ({
  faults,
  clear,
}: {
  faults: Readonly<Record<string, string>>
  clear: FailureProps['clear']
}) => (
  <Notice
    urgent
    icon="alert"
    title="Filtres invalides"
    actions={
      clear && (
        <button type="button" className="button primary" onClick={clear}>
          Effacer les filtres
        </button>
      )
    }
  >
    <p>L’adresse contient des valeurs que le service ne connaît pas.</p>
    <ul>
      {Object.entries(faults).map(([name, message]) => (
        <li key={name}>
          <code>{name}</code> : {message}
        </li>
      ))}
    </ul>
  </Notice>
)

function Limited({ seconds, message, retry }: { seconds: number; message: string; retry: () => void }) {
  const left = useCountdown(seconds, retry)
  return (
    <Notice icon="clock" title="Un instant" actions={<Retry retry={retry} />}>
      <p role="status">{message}</p>
      <p className="countdown" role="timer">
        Nouvel essai dans {several(left, 'seconde')}.
      </p>
    </Notice>
  )
}

const UNAVAILABLE_PAUSE = 10

export function Unavailable({ message, retry }: { message: string; retry: () => void }) {
  const left = useCountdown(UNAVAILABLE_PAUSE, useCallback(retry, [retry]))
  return (
    <Notice urgent icon="offline" title="Service indisponible" actions={<Retry retry={retry} />}>
      <p>{message}</p>
      <p className="countdown" aria-hidden="true">
        Nouvel essai dans {several(left, 'seconde')}.
      </p>
    </Notice>
  )
}

const Unexpected = ({
  message,
  requestId = null,
  retry,
}: {
  message: string
  requestId?: string | null
  retry: () => void
}) => (
  <Notice urgent icon="alert" title="Erreur inattendue" actions={<Retry retry={retry} />}>
    <p>{message}</p>
    {requestId !== null && (
      <p>
        Référence à donner au support : <code>{requestId}</code>
      </p>
    )}
  </Notice>
)
