import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLocked } from '../ui/locked.ts'
import { TextField } from '../ui/text-field.tsx'
import { type ContactDraft, newContact, newSite, type SiteDraft } from './client-draft.ts'
import { pastedPoint } from './coordinates.ts'
import { Placing } from './placing.tsx'

interface PartsProps<Part> {
  readonly faults: Readonly<Record<string, string>>
  /** Changes them as they are by then. */
  readonly change: (of: (parts: readonly Part[]) => readonly Part[]) => void
}

interface Kept {
  readonly id: string
}

// Others may be gone by then.
const replaced =
  <Part extends Kept>(id: string, part: Partial<Part>) =>
  (parts: readonly Part[]): Part[] =>
    parts.map((one) => (one.id === id ? { ...one, ...part } : one))

/** So long after a removal a press is the second tap of it, in milliseconds: the next item has moved there. */
const APART = 500

/** Takes an item away, and gives the focus to what adds one. */
function useRemoving<Part extends Kept>(change: PartsProps<Part>['change']) {
  const adding = useRef<HTMLButtonElement>(null)
  const last = useRef(Number.NEGATIVE_INFINITY)
  const remove =
    (id: string) =>
    ({ timeStamp }: MouseEvent) => {
      if (timeStamp - last.current < APART) return
      last.current = timeStamp
      adding.current?.focus({ preventScroll: true })
      change((parts) => parts.filter((one) => one.id !== id))
    }
  return { adding, remove }
}

interface ContactFieldsProps extends PartsProps<ContactDraft> {
  readonly contacts: readonly ContactDraft[]
  readonly done: () => void
  /** The close records that contacts have in common. */
  readonly close: ReactNode
}

/** The contacts of a new client; the first one is the main one. */
export function ContactFields({ contacts, faults, change, done, close }: ContactFieldsProps) {
  const locked = useLocked()
  const [added, setAdded] = useState(-1)
  const { adding, remove } = useRemoving(change)
  return (
    <>
      {contacts.map((contact, index) => {
        const { id } = contact
        const field = (
          name: Exclude<keyof ContactDraft, 'id'>,
          label: string,
          type: 'text' | 'tel' | 'email' = 'text',
        ) => (
          <TextField
            label={label}
            type={type}
            required={name === 'prenom' || name === 'nom'}
            begins={name === 'prenom' && index === added}
            value={contact[name]}
            fault={faults[`contacts[${id}].${name}`]}
            onChange={(value) => change(replaced<ContactDraft>(id, { [name]: value }))}
            {...(type !== 'text' && { onDone: done })}
          />
        )
        return (
          <fieldset key={id}>
            <legend>{index === 0 ? 'Contact principal' : `Contact ${index + 1}`}</legend>
            {field('prenom', 'Prénom')}
            {field('nom', 'Nom')}
            {field('fonction', 'Fonction')}
            {field('telephone', 'Téléphone', 'tel')}
            {field('email', 'E-mail', 'email')}
            <button type="button" className="button quiet" disabled={locked} onClick={remove(id)}>
              Retirer ce contact
            </button>
          </fieldset>
        )
      })}
      {contacts.length > 0 && close}
      <button
        ref={adding}
        type="button"
        className="button"
        disabled={locked}
        onClick={() => {
          setAdded(contacts.length)
          change((before) => [...before, newContact()])
        }}
      >
        Ajouter un contact
      </button>
    </>
  )
}

/** The sites of a new client, placed on the map, by coordinates or by the position of the device. */
export function SiteFields({
  sites,
  faults,
  change,
}: PartsProps<SiteDraft> & { readonly sites: readonly SiteDraft[] }) {
  const locked = useLocked()
  const [added, setAdded] = useState(-1)
  const { adding, remove } = useRemoving(change)
  return (
    <>
      {sites.map((site, index) => {
        const set = (part: Partial<SiteDraft>) => change(replaced(site.id, part))
        const paste = (text: string): boolean => {
          const point = pastedPoint(text)
          if (point !== null) set(point)
          return point !== null
        }
        const field = (name: Exclude<keyof SiteDraft, 'id'>, label: string, decimal = false) => (
          <TextField
            label={label}
            required={name === 'libelle'}
            begins={name === 'libelle' && index === added}
            {...(decimal ? { inputMode: 'decimal' as const } : {})}
            value={site[name]}
            fault={faults[`sites[${site.id}].${name}`]}
            onChange={(value) => set({ [name]: value })}
            {...(name === 'latitude' && { onPaste: paste })}
          />
        )
        return (
          <fieldset key={site.id}>
            <legend>{`Site ${index + 1}`}</legend>
            {field('libelle', 'Nom du site')}
            {field('ville', 'Ville')}
            {field('latitude', 'Latitude', true)}
            {field('longitude', 'Longitude', true)}
            <Placing
              latitude={site.latitude}
              longitude={site.longitude}
              place={(latitude, longitude) =>
                set({ latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) })
              }
            />
            <button type="button" className="button quiet" disabled={locked} onClick={remove(site.id)}>
              Retirer ce site
            </button>
          </fieldset>
        )
      })}
      <button
        ref={adding}
        type="button"
        className="button"
        disabled={locked}
        onClick={() => {
          setAdded(sites.length)
          change((before) => [...before, newSite()])
        }}
      >
        Ajouter un site
      </button>
    </>
  )
}
