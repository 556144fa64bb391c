import Type from 'typebox'
import { addContact, changeContact, removeContact } from '../actions/clients/contacts.ts'
import { Contact } from '../contract/clients.ts'
import { ModificationContact, NouveauContact } from '../contract/corps-clients.ts'
import { sql } from '../database/sql.ts'
import { item } from '../operations/operation.ts'
import { action } from './action.ts'

const contact = item({
  id: 'contact',
  path: '/extension/v1/contacts/{id}',
  permission: 'clients.consulter',
  summary: 'Un contact',
  of: Contact,
  reads: ['contact'],
  from: sql`contact`,
})

const rights = { operateur: ['clients.modifier'], partenaire: ['clients.modifier'] } as const

export const ajouterContact = action({
  id: 'ajouterContact',
  method: 'POST',
  path: '/extension/v1/clients/{id}/contacts',
  rights,
  summary: 'Ajoute un contact à un client',
  description: 'Un nouveau contact principal remplace l’ancien.',
  geste: () => 'ajout de contact',
  body: NouveauContact,
  example: { prenom: 'Issouf', nom: 'Ouattara', fonction: 'Comptable', telephone: '+2250507080910' },
  conflicts: ['limite_atteinte'],
  target: 'client',
  versioned: false,
  answer: contact,
  status: 200,
  run: ({ connection, who, now }, { id, body }) => addContact(connection, who, id, body, now),
})

export const modifierContact = action({
  id: 'modifierContact',
  method: 'PATCH',
  path: '/extension/v1/clients/{id}/contacts/{contact_id}',
  rights,
  summary: 'Modifie un contact',
  geste: () => 'modification de contact',
  body: ModificationContact,
  example: { fonction: 'Directeur financier', principal: true },
  target: 'client',
  versioned: true,
  answer: contact,
  status: 200,
  async run({ connection, who, now }, { body, ...asked }) {
    await changeContact(connection, who, asked, body, now)
    return asked.partId
  },
})

export const retirerContact = action({
  id: 'retirerContact',
  method: 'DELETE',
  path: '/extension/v1/clients/{id}/contacts/{contact_id}',
  rights,
  summary: 'Retire un contact',
  description:
    'Un contact qu’un site nomme ne peut pas être retiré. Retirer le principal n’en nomme pas d’autre.',
  geste: () => 'retrait de contact',
  body: Type.Object({}, { additionalProperties: false }),
  conflicts: ['contact_utilise'],
  target: 'client',
  versioned: true,
  answer: null,
  status: 204,
  async run({ connection, who }, asked) {
    await removeContact(connection, who, asked)
    return asked.partId
  },
})
