import { TextField } from '../ui/text-field.tsx'
import { type ContactDraft, newContact, newSite, type SiteDraft } from './client-draft.ts'
import { Placing } from './placing.tsx'

interface PartsProps<Part> {
  readonly faults: Readonly<Record<string, string>>
  readonly change: (parts: readonly Part[]) => void
}

const replaced = <Part,>(parts: readonly Part[], index: number, part: Part): Part[] =>
  parts.map((one, at) => (at === index ? part : one))
const without = <Part,>(parts: readonly Part[], index: number): Part[] =>
  parts.filter((_, at) => at !== index)

/** The contacts of a new client; the first one is the main one. */
export function ContactFields({
  contacts,
  faults,
  change,
}: PartsProps<ContactDraft> & { readonly contacts: readonly ContactDraft[] }) {
  return (
    <>
      {contacts.map((contact, index) => {
        const field = (name: keyof ContactDraft, label: string, type: 'text' | 'tel' | 'email' = 'text') => (
          <TextField
            label={label}
            type={type}
            required={name === 'prenom' || name === 'nom'}
            value={contact[name]}
            fault={faults[`contacts[${index}].${name}`]}
            onChange={(value) => change(replaced(contacts, index, { ...contact, [name]: value }))}
          />
        )
        return (
          <fieldset key={index}>
            <legend>{index === 0 ? 'Contact principal' : `Contact ${index + 1}`}</legend>
            {field('prenom', 'Prénom')}
            {field('nom', 'Nom')}
            {field('fonction', 'Fonction')}
            {field('telephone', 'Téléphone', 'tel')}
            {field('email', 'E-mail', 'email')}
            <button type="button" className="button quiet" onClick={() => change(without(contacts, index))}>
              Retirer ce contact
            </button>
          </fieldset>
        )
      })}
      <button type="button" className="button" onClick={() => change([...contacts, newContact])}>
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
  return (
    <>
      {sites.map((site, index) => {
        const field = (name: keyof SiteDraft, label: string, decimal = false) => (
          <TextField
            label={label}
            required={name === 'libelle'}
            {...(decimal ? { inputMode: 'decimal' as const } : {})}
            value={site[name]}
            fault={faults[`sites[${index}].${name}`]}
            onChange={(value) => change(replaced(sites, index, { ...site, [name]: value }))}
          />
        )
        return (
          <fieldset key={index}>
            <legend>{`Site ${index + 1}`}</legend>
            {field('libelle', 'Nom du site')}
            {field('ville', 'Ville')}
            {field('latitude', 'Latitude', true)}
            {field('longitude', 'Longitude', true)}
            <Placing
              latitude={site.latitude}
              longitude={site.longitude}
              place={(latitude, longitude) =>
                change(
                  replaced(sites, index, {
                    ...site,
                    latitude: latitude.toFixed(6),
                    longitude: longitude.toFixed(6),
                  }),
                )
              }
            />
            <button type="button" className="button quiet" onClick={() => change(without(sites, index))}>
              Retirer ce site
            </button>
          </fieldset>
        )
      })}
      <button type="button" className="button" onClick={() => change([...sites, newSite])}>
        Ajouter un site
      </button>
    </>
  )
}
