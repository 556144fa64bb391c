import { AntenneError } from 'antenne-client'
import type { Configuration } from '../configuration.ts'
import { Alone } from '../ui/alone.tsx'
import { Failure } from '../ui/failure.tsx'
import { signOut } from './sign-in.ts'

interface StoppedProps {
  readonly configuration: Configuration
  readonly error: Error
  readonly retry: () => void
}

/** Signed in, but /moi failed: the account is unknown here, or the service does not answer. */
export function Stopped({ configuration, error, retry }: StoppedProps) {
  const unknown = error instanceof AntenneError && error.code === 'authentification_requise'
  if (!unknown) {
    return (
      <Alone title="Antenne">
        <Failure error={error} retry={retry} />
      </Alone>
    )
  }
  return (
    <Alone title="Compte inconnu">
      <p>
        Vous êtes bien identifié, mais la plateforme ne reconnaît pas ce compte. Demandez à votre
        administrateur de le créer, ou connectez-vous avec un autre compte : ce que vous n’avez pas envoyé
        sera alors effacé de cet appareil.
      </p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Réessayer
      </button>
      <button type="button" className="button primary" onClick={() => void signOut(configuration)}>
        Se connecter avec un autre compte
      </button>
    </Alone>
  )
}
