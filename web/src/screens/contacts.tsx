import { AntenneError, type ClientDetail, type Contact, type NouveauContact, newKey } from 'antenne-client'
import { useRef, useState } from 'react'
import { useServices } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { person } from '../format.ts'
import { useReadAgain } from '../queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Mail, Phone } from '../ui/detail.tsx'
import { Card } from '../ui/facts.tsx'
import { tellOutcome } from '../ui/outcome.tsx'
import { contactFields, patchOf, textsOf } from './client-values.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { PartProps } from './may-change.ts'

const names = contactFields.map(({ name }) => name)
const read = (contact: Contact | undefined) => ({
  values: textsOf(contact ?? {}, names),
  version: contact?.modifie_le ?? '',
})

/** The contacts of a client; those who may add, change and remove them. */
export function Contacts({ client, changes }: PartProps) {
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const [removed, setRemoved] = useState<Contact | null>(null)
  const { contacts } = client
  return (
    <Card
      title="Contacts"
      aside={
        changes ? (
          <button type="button" className="button" onClick={() => setEdited('new')}>
            Ajouter un contact
          </button>
        ) : (
          <span className="total">{contacts.length}</span>
        )
      }
    >
      {contacts.length === 0 && <p className="nothing">Aucun contact n’est enregistré.</p>}
      <ul className="contacts">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <ContactText contact={contact} />
            {changes && (
              <span className="row-actions">
                <button type="button" className="link" onClick={() => setEdited(contact)}>
                  Modifier<span className="unseen"> {person(contact)}</span>
                </button>
                <button type="button" className="link" onClick={() => setRemoved(contact)}>
                  Retirer<span className="unseen"> {person(contact)}</span>
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && <EditContact client={client} contact={edited} close={() => setEdited(null)} />}
      {removed !== null && <RemoveContact client={client} contact={removed} close={() => setRemoved(null)} />}
    </Card>
  )
}

const ContactText = ({ contact }: { readonly contact: Contact }) => (
  <>
    <strong>{person(contact)}</strong>
    {contact.principal && <span className="badge info">Contact principal</span>}
    {contact.fonction !== null && <span>{contact.fonction}</span>}
    <Phone number={contact.telephone} />
    <Mail address={contact.email} />
  </>
)

interface ContactProps {
  readonly client: ClientDetail
  readonly contact: Contact
  readonly close: () => void
}

function EditContact(props: Omit<ContactProps, 'contact'> & { readonly contact: Contact | 'new' }) {
  const { client, contact, close } = props
  const { acting, api } = useServices()
  const readAgain = useReadAgain(client.id)
  const known = contact === 'new' ? undefined : contact
  return (
    <EditDialog
      of={`contact.${known?.id ?? client.id}`}
      title={known === undefined ? 'Nouveau contact' : `Modifier ${person(known)}`}
      fields={contactFields}
      {...read(known)}
      send={async (changed, sending) => {
        const body = patchOf(changed)
        const options = { ...sending, about: `${client.raison_sociale}, ${sending.about}` }
        const now =
          known === undefined
            ? await acting.ajouterContact(client.id, body as NouveauContact, options)
            : await acting.modifierContact(client.id, known.id, body, options)
        await readAgain()
        return `${person(now)} : contact enregistré.`
      }}
      reread={async () => {
        const { contacts } = await api.lireClient(client.id)
        return read(contacts.find(({ id }) => id === known?.id))
      }}
      close={close}
    />
  )
}

function RemoveContact({ client, contact, close }: ContactProps) {
  const { acting } = useServices()
  const readAgain = useReadAgain(client.id)
  const key = useRef(newKey())
  const remove = async () => {
    try {
      await acting.retirerContact(client.id, contact.id, {
        ...{ version: contact.modifie_le, key: key.current },
        about: `${client.raison_sociale}, retrait de ${person(contact)}`,
      })
      tellOutcome({ tone: 'good', text: `${person(contact)} ne figure plus parmi les contacts.` })
    } catch (error) {
      if (!(error instanceof AntenneError || error instanceof Waiting)) throw error
      tellOutcome(error instanceof Waiting ? error.outcome : { tone: 'bad', text: error.message })
    }
    await readAgain()
  }
  return (
    <Confirm
      title={`Retirer ${person(contact)} ?`}
      action="Retirer le contact"
      confirm={remove}
      close={close}
    >
      {contact.principal
        ? 'C’est le contact principal : aucun autre contact ne le remplacera automatiquement.'
        : 'Ce contact ne figurera plus sur la fiche ; il reste dans l’historique.'}
    </Confirm>
  )
}
