import { uuidOf as id } from '../../demo/identifiers.ts'
import { many, partnerId, sectorIds, situated, zoneIds } from './companies.ts'
import { type Of, type PartnerName, partnerNames, people, userId, written } from './people.ts'

const zones = zoneIds.map(
  (zone, n): Of<'zone_geographique'> => ({
    id: zone,
    code: `Z${n}`,
    libelle: `Zone ${n}`,
    type: 'ville',
    parent_id: null,
  }),
)
const sectors = sectorIds.map((sector, n) => ({ id: sector, code: `S${n}`, libelle: `Secteur ${n}` }))

/** Of the many clients, a few have parts too. */
const withParts = [...situated, ...many.slice(0, 3)]

const contacts = withParts.flatMap((client, n) =>
  Array.from(
    { length: 1 + (n % 2) },
    (_, turn): Of<'contact'> => ({
      id: id(`contact:${client.id} ${turn}`),
      client_id: client.id,
      prenom: 'Prénom',
      nom: `Nom ${turn}`,
      fonction: `secret contact ${n} ${turn}.`,
      email: null,
      telephone: null,
      principal: turn === 1,
      ...written,
    }),
  ),
)

const sites = withParts.flatMap((client, n) =>
  Array.from(
    { length: 2 - (n % 2) },
    (_, turn): Of<'site'> => ({
      id: id(`site:${client.id} ${turn}`),
      client_id: client.id,
      libelle: `Site ${turn}`,
      adresse: `secret site ${n} ${turn}.`,
      ville: null,
      zone_id: null,
      latitude: null,
      longitude: null,
      contact_id: null,
      statut: 'actif',
      ...written,
    }),
  ),
)

const types: readonly Of<'type_document'>[] = [1, 2].map((n) => ({
  id: id(`type:${n}`),
  code: `T${n}`,
  libelle: `Type ${n}`,
  cible: 'partenaire',
  obligatoire: true,
  validite_mois: null,
  actif: true,
}))

/** Every organisation has some, also those whose documents no operation shows. */
const documents = people.organisation.flatMap(({ id: organisation_id, nom }, n) =>
  (['depose', 'valide', 'rejete'] as const).slice(n % 2).map(
    (statut): Of<'document_kyc'> => ({
      id: id(`document:${nom} ${statut}`),
      organisation_id,
      type_document_id: id(`type:${1 + (n % 2)}`),
      fichier_id: id(`file:${nom} ${statut}`),
      date_emission: null,
      // The one of these that is valid expires on the day before the tests.
      date_expiration: statut === 'valide' && n % 3 === 0 ? '2026-11-14' : null,
      statut,
      motif: null,
      verifie_par: null,
      verifie_le: null,
      ...written,
    }),
  ),
)

const files = documents.map(
  ({ fichier_id }, n): Of<'fichier'> => ({
    id: fichier_id,
    nom_original: `secret file ${n}.`,
    type_mime: 'application/pdf',
    taille_octets: 1000,
    statut_scan: 'sain',
  }),
)

const contract = (partner: PartnerName, statut: Of<'contrat_cadre'>['statut']): Of<'contrat_cadre'> => ({
  id: id(`contract:${partner} ${statut}`),
  numero: `secret contract ${partner} ${statut}.`,
  partenaire_id: partnerId(partner),
  conditions_id: id('conditions'),
  fichier_genere_id: id('generated'),
  fichier_signe_id: null,
  statut,
  date_debut: null,
  date_fin: null,
  signe_le: null,
  ...written,
})

const offers = [1, 2, 3].map(
  (n): Of<'offre'> => ({
    id: id(`offer:${n}`),
    produit_id: id('product'),
    code: `O${n}`,
    libelle: `Offre ${n}`,
    volume_go: n,
    periode: n === 3 ? 'annuelle' : 'mensuelle',
    debit: null,
    nb_appareils: null,
    nb_acces: null,
    actif: n !== 2,
    ...written,
  }),
)

const prices = offers.map(
  (offer, n): Of<'tarif'> => ({
    id: id(`price:${n}`),
    produit_id: offer.produit_id,
    offre_id: n === 2 ? null : offer.id,
    prix_ht: 1000 * (n + 1),
    valide_du: '2026-01-01',
    valide_au: null,
    cree_par: userId('operator'),
    cree_le: written.cree_le,
  }),
)

export const parts = {
  zone_geographique: zones,
  secteur_activite: sectors,
  contact: contacts,
  site: sites,
  type_document: types,
  document_kyc: documents,
  fichier: files,
  contrat_cadre: partnerNames.flatMap((partner) => [
    contract(partner, 'signe'),
    contract(partner, 'resilie'),
  ]),
  offre: offers,
  tarif: prices,
}
