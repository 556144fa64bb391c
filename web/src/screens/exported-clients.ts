import type { Client } from 'antenne-client'
import { useServices } from '../api.ts'
import { sortableDay } from '../format.ts'
import { origineClient, statutClient, statutKyc } from '../labels.ts'
import type { Exported } from '../ui/export.tsx'
import { phoneCell, useExportedNames } from './exported-names.ts'

/** The filtered clients as a file, with names instead of ids. */
export function useExportedClients(values: Readonly<Record<string, string>>): Exported<Client> {
  const { patient, configuration } = useServices()
  const partners = useExportedNames()
  const sectors = new Map(configuration.secteurs.map(({ id, libelle }) => [id, libelle]))
  return {
    name: 'clients',
    list: (page, options) => patient.listerClients({ ...values, ...page }, options),
    prepare: (rows, signal) =>
      partners.learn(
        rows.map(({ partenaire_actuel_id: id }) => id),
        signal,
      ),
    columns: [
      ['Raison sociale', (client) => client.raison_sociale],
      ['Forme juridique', (client) => client.forme_juridique],
      ['RCCM', (client) => client.rccm],
      ['NCC', (client) => client.ncc],
      ['Secteur', (client) => client.secteur_id && sectors.get(client.secteur_id)],
      ['Adresse de facturation', (client) => client.adresse_facturation],
      ['Ville', (client) => client.ville],
      ['Téléphone', (client) => phoneCell(client.telephone)],
      ['E-mail', (client) => client.email],
      ['Origine', (client) => origineClient[client.origine]],
      ['État', (client) => statutClient[client.statut][0]],
      ['Dossier KYC', (client) => statutKyc[client.statut_kyc][0]],
      ['Partenaire', ({ partenaire_actuel_id: id }) => id && partners.nameOf(id)],
      ['Crédit approuvé', (client) => (client.credit_approuve ? 'Oui' : 'Non')],
      ['Plafond d’encours (F CFA)', (client) => client.plafond_encours],
      ['Créé le', (client) => sortableDay(client.cree_le)],
      ['Identifiant', (client) => client.id],
    ],
  }
}
