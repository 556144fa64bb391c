import { h } from './dom.ts'

/** The caller's token, only in this page's memory. */
export interface Bearer {
  /** Undefined while there is none. */
  readonly token: string | undefined
}

interface Account {
  readonly email: string
  readonly organisation: string
  readonly presentation: string
}

/** The part of the page where the account is chosen. */
export async function tokenPanel(): Promise<{ bearer: Bearer; panel: HTMLElement }> {
  const field = h('input', {
    id: 'jeton',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'jeton-aide',
    placeholder: 'eyJ…',
    onchange: () => void present(),
  })
  const state = h(
    'p',
    { role: 'status', class: 'state' },
    'Sans jeton, seul l’état du service est accessible.',
  )
  const present = async () => {
    state.textContent = await whoIs(field.value.trim())
  }
  const accounts = await demonstrationAccounts()
  const panel = h(
    'section',
    { 'aria-labelledby': 'qui' },
    h('h2', { id: 'qui' }, 'Compte utilisé'),
    accounts.length === 0 ? undefined : accountChoice(accounts, field, present),
    h('label', { for: 'jeton' }, 'Jeton d’accès'),
    field,
    h(
      'p',
      { id: 'jeton-aide', class: 'hint' },
      'Un jeton de votre fournisseur d’identité. Il reste dans cette page et disparaît avec elle.',
    ),
    state,
  )
  return {
    panel,
    bearer: {
      get token() {
        return field.value.trim() || undefined
      },
    },
  }
}

/** Only in a demonstration does the service list its accounts. */
async function demonstrationAccounts(): Promise<readonly Account[]> {
  try {
    const response = await fetch('/demonstration/comptes')
    return response.ok ? (await response.json()).donnees : []
  } catch {
    return []
  }
}

function accountChoice(
  accounts: readonly Account[],
  field: HTMLInputElement,
  present: () => Promise<void>,
): HTMLElement {
  const choice = h(
    'select',
    { id: 'compte', onchange: () => void take() },
    h('option', { value: '' }, 'Choisir un compte…'),
    ...accounts.map(({ email, organisation, presentation }) =>
      h('option', { value: email }, `${organisation} : ${presentation} (${email})`),
    ),
  )
  const take = async () => {
    field.value = choice.value === '' ? '' : await tokenOf(choice.value)
    await present()
  }
  return h('div', {}, h('label', { for: 'compte' }, 'Compte de démonstration'), choice)
}

async function tokenOf(email: string): Promise<string> {
  try {
    const response = await fetch('/demonstration/jeton', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return (await response.json()).access_token ?? ''
  } catch {
    return ''
  }
}

async function whoIs(token: string): Promise<string> {
  if (token === '') return 'Sans jeton, seul l’état du service est accessible.'
  try {
    const response = await fetch('/api/v1/moi', { headers: { authorization: `Bearer ${token}` } })
    const body = await response.json()
    if (!response.ok) return body.message
    const { utilisateur, organisation, permissions } = body
    const count = permissions.length
    const rights = count === 0 ? 'aucun droit' : count === 1 ? '1 droit' : `${count} droits`
    return `${utilisateur.prenom} ${utilisateur.nom}, ${organisation.nom} : ${rights}.`
  } catch {
    return 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.'
  }
}
