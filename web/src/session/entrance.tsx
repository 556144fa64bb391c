import type { Configuration } from '../configuration.ts'
import { Alone } from '../ui/alone.tsx'
import { Accounts } from './accounts.tsx'
import { type Opening, signInAgain } from './sign-in.ts'

interface EntranceProps {
  readonly configuration: Configuration
  readonly opening: Opening
}

/** Shown when nobody is signed in. */
export function Entrance({ configuration, opening }: EntranceProps) {
  if (opening.state === 'accounts') return <Accounts />
  const failed = opening.state === 'failed'
  return (
    <Alone title={failed ? 'Connexion impossible' : 'Vous êtes déconnecté'}>
      {failed ? <p role="alert">{opening.message}</p> : <p>À bientôt.</p>}
      {configuration.connexion !== null && (
        <button type="button" className="button primary" onClick={() => void signInAgain(configuration)}>
          {failed ? 'Réessayer' : 'Se connecter'}
        </button>
      )}
    </Alone>
  )
}
