import { newKey } from 'antenne-client'
import { useState } from 'react'
import { useMe } from '../session/me.ts'

export interface ContactDraft {
  readonly prenom: string
  readonly nom: string
  readonly fonction: string
  readonly telephone: string
  readonly email: string
}

export interface SiteDraft {
  readonly libelle: string
  readonly ville: string
  readonly latitude: string
  readonly longitude: string
}

/** What somebody has typed of a new client, and the key under which it is sent. */
export interface ClientDraft {
  readonly fields: Readonly<Record<Field, string>>
  readonly contacts: readonly ContactDraft[]
  readonly sites: readonly SiteDraft[]
  readonly key: string
}

const names = [
  ...(['raison_sociale', 'forme_juridique', 'rccm', 'ncc', 'telephone', 'email'] as const),
  ...(['ville', 'adresse_facturation', 'secteur_id', 'zone_id'] as const),
]
export type Field = (typeof names)[number]

const blank = (): ClientDraft => ({
  fields: Object.fromEntries(names.map((name) => [name, ''])) as Record<Field, string>,
  contacts: [],
  sites: [],
  key: newKey(),
})

export const newContact: ContactDraft = { prenom: '', nom: '', fonction: '', telephone: '', email: '' }
export const newSite: SiteDraft = { libelle: '', ville: '', latitude: '', longitude: '' }

/**
 * The draft of the signed-in person. It is kept on the device until it is sent: a reload, a lost network or an expired
 * session cost nothing. Whatever changes is another intention, and gets another key.
 */
export function useClientDraft() {
  const { utilisateur } = useMe()
  const place = `antenne.brouillon-client.${utilisateur.id}`
  const [draft, setDraft] = useState<ClientDraft>(() => readDraft(place) ?? blank())
  const keep = (next: ClientDraft) => {
    setDraft(next)
    try {
      localStorage.setItem(place, JSON.stringify(next))
    } catch {
      // A device without room, or one that keeps nothing: it stays on the screen.
    }
  }
  const change = (part: Partial<Omit<ClientDraft, 'key'>>) => keep({ ...draft, ...part, key: newKey() })
  const clear = () => {
    setDraft(blank())
    localStorage.removeItem(place)
  }
  return { draft, change, clear }
}

function readDraft(place: string): ClientDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null')
    return kept === null ? null : { ...blank(), ...kept, fields: { ...blank().fields, ...kept.fields } }
  } catch {
    return null
  }
}
