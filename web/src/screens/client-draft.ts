import { newKey } from 'antenne-client'
import { useEffect, useRef, useState } from 'react'
import { useDraft } from '../ui/draft.ts'

export interface ContactDraft {
  /** Which one it is, whatever becomes of the others. */
  readonly id: string
  readonly prenom: string
  readonly nom: string
  readonly fonction: string
  readonly telephone: string
  readonly email: string
}

export interface SiteDraft {
  /** Which one it is, whatever becomes of the others. */
  readonly id: string
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

export const newContact = (): ContactDraft => ({
  id: newKey(),
  prenom: '',
  nom: '',
  fonction: '',
  telephone: '',
  email: '',
})
export const newSite = (): SiteDraft => ({
  id: newKey(),
  libelle: '',
  ville: '',
  latitude: '',
  longitude: '',
})

/** Nothing is typed in it. */
export const isBlank = ({ fields, contacts, sites }: ClientDraft): boolean =>
  contacts.length === 0 && sites.length === 0 && Object.values(fields).every((text) => text.trim() === '')

/** What a request of a known client tells of it; a number is all that is sent. */
const requested: readonly Field[] = ['raison_sociale', 'rccm', 'ncc']

/** More is typed in it than a request of a known client tells. */
export const hasMore = ({ fields, ...rest }: ClientDraft): boolean =>
  !isBlank({ ...rest, fields: { ...fields, ...Object.fromEntries(requested.map((name) => [name, ''])) } })

/** The name of the draft. */
export const NEW_CLIENT = 'nouveau-client'

/** The draft of the signed-in person. Whatever changes is another intention, and gets another key. */
export function useClientDraft() {
  const kept = useDraft<ClientDraft>(NEW_CLIENT)
  const [draft, setDraft] = useState<ClientDraft>(() => {
    const [empty, begun] = [blank(), kept.read()]
    // Earlier versions gave them no ids.
    const contacts = begun?.contacts.map((contact) => ({ ...newContact(), ...contact })) ?? []
    const sites = begun?.sites.map((site) => ({ ...newSite(), ...site })) ?? []
    return { ...empty, ...begun, fields: { ...empty.fields, ...begun?.fields }, contacts, sites }
  })
  const now = useRef(draft)
  const show = (next: ClientDraft) => {
    now.current = next
    setDraft(next)
  }
  useEffect(() =>
    kept.onGone(({ key }) => {
      if (key === now.current.key) show(blank())
    }),
  )
  /** Changes the draft as it is by then. */
  const change = (partOf: (now: ClientDraft) => Partial<Omit<ClientDraft, 'key'>>) => {
    show({ ...now.current, ...partOf(now.current), key: newKey() })
    if (isBlank(now.current)) kept.forget()
    else kept.keep(now.current)
  }
  /** Takes a draft away that was sent, unless something else was typed since; says whether it was still there. */
  const clear = ({ key }: ClientDraft): boolean => {
    if (now.current.key === key) show(blank())
    const isKept = kept.read()?.key === key
    if (isKept) kept.forget()
    return isKept
  }
  /** What is done with a draft that stays after it was sent is another intention, and gets another key. */
  const renew = ({ key }: ClientDraft) => {
    const isKept = kept.read()?.key === key
    if (now.current.key === key) show({ ...now.current, key: newKey() })
    if (isKept) kept.keep(now.current)
  }
  return { draft, change, clear, renew }
}
