import { useState } from 'react'
import { useServices } from '../api.ts'
import { forgetDrafts } from '../device/drafts.ts'
import { forgetSendings, inHand } from '../device/sendings.ts'
import { useSendings } from '../device/use-sendings.ts'
import { several } from '../format.ts'
import { typeOrganisation } from '../labels.ts'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/sign-in.ts'
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

/** The signed-in person, and their settings: appearance, shortcuts, sign-out. */
export function Account() {
  const { utilisateur, organisation, roles } = useMe()
  const { configuration } = useServices()
  const { prenom, nom, email, fonction } = utilisateur
  const sendings = useSendings()
  /** About how many sendings the person is asked. */
  const [asked, setAsked] = useState(0)
  const leave = async () => {
    forgetDrafts(utilisateur.id)
    await forgetSendings(utilisateur.id)
    await signOut(configuration)
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
            const waiting = sendings.length + inHand.size
            if (waiting === 0) void leave()
            else setAsked(waiting)
          }}
        >
          {configuration.demonstration ? 'Changer de compte' : 'Se déconnecter'}
        </button>
      </div>
      {asked > 0 && (
        <Confirm
          title="Des envois attendent encore"
          action="Quitter sans les envoyer"
          confirm={leave}
          close={() => setAsked(0)}
        >
          {several(asked, 'envoi')} : rien n’en sera gardé sur cet appareil.
        </Confirm>
      )}
    </div>
  )
}
