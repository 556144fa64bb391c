import { useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { RETRYING } from '../ui/retrying.ts'
import type { Creating } from './creating.ts'

const words: Readonly<Record<Creating, string>> = {
  idle: 'Créer le client',
  creating: 'Création en cours…',
  requesting: 'Demande en cours…',
}

interface SendingProps {
  readonly state: Creating
  readonly retrying: boolean
  /** Null where there is nothing to take away. */
  readonly empty: (() => void) | null
}

/** The buttons of the form for a new client, and what becomes of what is typed. */
export function Sending({ state, retrying, empty }: SendingProps) {
  return (
    <div className="decision">
      <button type="submit" className="button primary" aria-disabled={state !== 'idle'}>
        {words[state]}
      </button>
      {state === 'idle' && empty !== null && <Emptying empty={empty} />}
      <p className="note" role="status">
        {retrying ? RETRYING : 'Ce que vous tapez est gardé sur cet appareil jusqu’à l’envoi.'}
      </p>
    </div>
  )
}

/** The way to begin with nothing again. */
function Emptying({ empty }: { readonly empty: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Vider le formulaire
      </button>
      {asked && (
        <Confirm
          title="Vider le formulaire ?"
          action="Vider"
          confirm={async () => empty()}
          close={() => setAsked(false)}
        >
          Tout ce que vous avez saisi de ce client est effacé de cet appareil.
        </Confirm>
      )}
    </>
  )
}
