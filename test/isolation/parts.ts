import { uuidOf as id } from '../../demo/identifiers.ts'
import { type Of, recordOf } from '../../harness/records/record.ts'
import { many, partnerId, sectorIds, situated, zoneIds } from './companies.ts'
import { type PartnerName, partnerNames, people, userId } from './people.ts'

const zones = zoneIds.map((zone, n) =>
  recordOf('zone_geographique', { id: zone, code: `Z${n}`, libelle: `Zone ${n}` }),
)
const sectors = sectorIds.map((sector, n) => ({ id: sector, code: `S${n}`, libelle: `Secteur ${n}` }))

/** Of the many clients, a few have parts too. */
const withParts = [...situated, ...many.slice(0, 3)]

const contacts = withParts.flatMap((client, n) =>
  Array.from({ length: 1 + (n % 2) }, (_, turn) =>
    recordOf('contact', {
      ...{ id: id(`contact:${client.id} ${turn}`), client_id: client.id, nom: `Nom ${turn}` },
      ...{ fonction: `secret contact ${n} ${turn}.`, principal: turn === 1 },
    }),
  ),
)

const sites = withParts.flatMap((client, n) =>
  Array.from({ length: 2 - (n % 2) }, (_, turn) =>
    recordOf('site', {
      ...{ id: id(`site:${client.id} ${turn}`), client_id: client.id, libelle: `Site ${turn}` },
      adresse: `secret site ${n} ${turn}.`,
    }),
  ),
)

const types = [1, 2].map((n) =>
  recordOf('type_document', { id: id(`type:${n}`), code: `T${n}`, libelle: `Type ${n}` }),
)

/** Every organisation has some, also those whose documents no operation shows. */
const documents = people.organisation.flatMap(({ id: organisation_id, nom }, n) =>
  (['depose', 'valide', 'rejete'] as const).slice(n % 2).map((statut) =>
    recordOf('document_kyc', {
      id: id(`document:${nom} ${statut}`),
      organisation_id,
      type_document_id: id(`type:${1 + (n % 2)}`),
      fichier_id: id(`file:${nom} ${statut}`),
      // The one of these that is valid expires on the day before the tests.
      date_expiration: statut === 'valide' && n % 3 === 0 ? '2026-11-14' : null,
      statut,
    }),
  ),
)

const files = documents.map(({ fichier_id }, n) =>
  recordOf('fichier', {
    ...{ id: fichier_id, nom_original: `secret file ${n}.`, statut_scan: n % 4 === 1 ? 'infecte' : 'sain' },
  }),
)

const contract = (partner: PartnerName, statut: Of<'contrat_cadre'>['statut']) =>
  recordOf('contrat_cadre', {
    ...{ id: id(`contract:${partner} ${statut}`), numero: `secret contract ${partner} ${statut}.` },
    ...{
      partenaire_id: partnerId(partner),
      conditions_id: id('conditions'),
      fichier_genere_id: id('generated'),
    },
    statut,
  })

const offers = [1, 2, 3].map((n) =>
  recordOf('offre', {
    ...{ id: id(`offer:${n}`), produit_id: id('product'), code: `O${n}`, libelle: `Offre ${n}` },
    ...{ volume_go: n, periode: n === 3 ? 'annuelle' : 'mensuelle', actif: n !== 2 },
  }),
)

const prices = offers.map((offer, n) =>
  recordOf('tarif', {
    ...{ id: id(`price:${n}`), produit_id: offer.produit_id, offre_id: n === 2 ? null : offer.id },
    ...{ prix_ht: 1000 * (n + 1), cree_par: userId('operator') },
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
