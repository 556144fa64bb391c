import { useEffect, useState } from 'react'
import { useServices } from '../api.ts'
import { forgetDrafts, keptDrafts } from '../device/drafts.ts'
import { forgetSendings, inHand } from '../device/sendings.ts'
import { useSendings } from '../device/use-sendings.ts'
import { several } from '../format.ts'
import { typeOrganisation } from '../labels.ts'
import { useMe } from '../session/me.ts'
import { followSignOut, signOut } from '../session/sign-in.ts'
import { Confirm } from './confirm.tsx'
import { showKeys } from './shortcuts.tsx'

const themes = { systeme: 'Système', clair: 'Clair', sombre: 'Sombre' } as const
type Theme = keyof typeof themes

/** Light, dark, or as in the system. */
function Themes() {
  const [theme, setTheme] = useState<Theme>(
    () => (localStorage.getItem('theme') as Theme | null) ?? 'systeme',
  )
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    if (chosen === 'systeme') localStorage.removeItem('theme')
    else localStorage.setItem('theme', chosen)
    document.documentElement.dataset.theme = chosen
  }
  return (
    <fieldset className="themes">
      <legend>Apparence</legend>
      {Object.entries(themes).map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            checked={theme === value}
            onChange={() => choose(value as Theme)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What somebody has begun to write, by the first word of the draft's name. */
const begun: Readonly<Record<string, string>> = {
  'nouveau-client': 'un nouveau client',
  client: 'la fiche d’un client',
  contact: 'un contact',
  site: 'un site',
  credit: 'le crédit d’un client',
  depot: 'le dépôt d’un document',
}

interface Lost {
  readonly sendings: number
  readonly drafts: readonly string[]
}

/** What leaving would lose; null: nothing. */
function lostBy(user: string, sendings: number): Lost | null {
  const names = keptDrafts(user).map((name) => begun[name.split('.')[0] ?? ''] ?? 'un formulaire')
  const drafts = [...new Set(names)]
  return sendings + drafts.length === 0 ? null : { sendings, drafts }
}

/** The signed-in person, and their settings: appearance, shortcuts, sign-out. */
export function Account() {
  const { utilisateur, organisation, roles } = useMe()
  const { configuration } = useServices()
  const { prenom, nom, email, fonction } = utilisateur
  const sendings = useSendings()
  /** What the person is asked about. */
  const [asked, setAsked] = useState<Lost | null>(null)
  useEffect(() => followSignOut(utilisateur.id), [utilisateur.id])
  const leave = async () => {
    forgetDrafts(utilisateur.id)
    await forgetSendings(utilisateur.id)
    await signOut(configuration, utilisateur.id)
  }
  return (
    <div className="account-menu">
      <button type="button" popoverTarget="account">
        <span className="initials" aria-hidden="true">
          {prenom[0]}
          {nom[0]}
        </span>
        <span className="unseen">Compte de </span>
        <span className="who">
          <strong>
            {prenom} {nom}
          </strong>
          <small>{organisation.nom}</small>
        </span>
      </button>
      <div id="account" popover="auto" className="popover">
        <p>
          <strong>
            {prenom} {nom}
          </strong>
          {fonction !== null && <>, {fonction.toLocaleLowerCase('fr')}</>}
          <br />
          {email}
        </p>
        <p>
          {organisation.nom} ({typeOrganisation[organisation.type].toLocaleLowerCase('fr')})
          <br />
          {roles.map(({ libelle }) => libelle).join(', ')}
        </p>
        <Themes />
        <p>
          <a href="/reference">Référence de l’API</a>
        </p>
        <button
          type="button"
          className="button"
          onClick={() => {
            document.getElementById('account')?.hidePopover()
            showKeys()
          }}
        >
          Raccourcis clavier
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            // What a screen waits for is not answered either.
            const lost = lostBy(utilisateur.id, sendings.length + inHand.size)
            if (lost === null) void leave()
            else setAsked(lost)
          }}
        >
          {configuration.demonstration ? 'Changer de compte' : 'Se déconnecter'}
        </button>
      </div>
      {asked !== null && <Leaving lost={asked} leave={leave} close={() => setAsked(null)} />}
    </div>
  )
}

interface LeavingProps {
  readonly lost: Lost
  readonly leave: () => Promise<void>
  readonly close: () => void
}

/** Asks before something is lost. */
function Leaving({ lost: { sendings, drafts }, leave, close }: LeavingProps) {
  const waits = sendings > 0
  return (
    <Confirm
      title={waits ? 'Des envois attendent encore' : 'Une saisie n’est pas envoyée'}
      action={waits ? 'Quitter sans les envoyer' : 'Quitter et effacer la saisie'}
      confirm={leave}
      close={close}
    >
      {waits && `${several(sendings, 'envoi')} : rien n’en sera gardé sur cet appareil. `}
      {drafts.length > 0 && `Ce que vous avez commencé à saisir (${drafts.join(', ')}) sera effacé.`}
    </Confirm>
  )
}
