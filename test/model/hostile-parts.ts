import { type Of, recordOf } from '../../harness/records/record.ts'
import { clientNamed } from './hostile-companies.ts'
import { idOf } from './hostile-people.ts'

/** Four labels that fold alike in pairs, so that the id decides. */
const labels = ['Élan', 'elan', 'Œil', 'oeil']

const zones = labels.map((libelle, n) =>
  recordOf('zone_geographique', {
    ...{ id: idOf('20e', n + 1), code: `Z${n}`, libelle },
    parent_id: n === 0 ? null : idOf('20e', n),
  }),
)
const sectors = labels.map((libelle, n) => ({ id: idOf('5ec', 4 - n), code: `S${n}`, libelle }))

/** The answers name a main contact first, then by folded name. */
const contacts = [
  ['Zoé', 'Zadi', true],
  ['Éa', 'kone', false],
  ['ea', 'Koné', false],
  ['Ab', 'KONE\u0301', false],
  ['Œa', 'Aka', false],
].map(([prenom, nom, principal], n) =>
  recordOf('contact', {
    ...{ id: idOf('c0', 9 - n), client_id: clientNamed('Deux raisons') },
    ...{ prenom: String(prenom), nom: String(nom), principal: principal === true },
  }),
)

const sites = ['Siège', 'siege', 'SIÈGE', 'Œil', 'oeil', 'Annexe'].map((libelle, n) =>
  recordOf('site', {
    id: idOf('517e', (n * 5) % 7),
    client_id: clientNamed(n === 5 ? 'Convoité' : 'Deux raisons'),
    libelle,
    latitude: [-90, 90, 0.1, 5.3599517, null, 1e-7][n] ?? null,
    longitude: [-180, 180, -0.2, -4.0082563, null, -179.99999999][n] ?? null,
    contact_id: n === 0 ? idOf('c0', 9) : null,
  }),
)

const reservation = (
  n: number,
  name: string,
  partner: number,
  statut: Of<'reservation'>['statut'],
  given: Partial<Of<'reservation'>> = {},
): Of<'reservation'> => {
  const decided = statut !== 'demandee' && statut !== 'conflit'
  return recordOf('reservation', {
    id: idOf('4e5', n),
    client_id: clientNamed(name),
    partenaire_id: idOf('9a', partner),
    demandee_par: idOf('05e', partner),
    statut,
    doublons_detectes: nothing,
    motif_decision: statut === 'refusee' || statut === 'annulee' ? 'Motif.' : null,
    traitee_par: decided ? idOf('05e', 1) : null,
    traitee_le: decided ? '2026-03-03T10:00:00.000Z' : null,
    ...given,
  })
}

const nothing: Of<'reservation'>['doublons_detectes'] = {
  resultat: 'aucun',
  controle_le: '2026-03-01T10:00:00.000Z',
  correspondances: [],
  reservations_concurrentes: [],
}

const close = (name: string, similarite: number) => ({
  client_id: clientNamed(name),
  raison_sociale: name,
  partenaire_actuel_id: null,
  criteres: ['raison_sociale_proche' as const],
  similarite,
})

const rival = (reservation: number, partner: number) => ({
  reservation_id: idOf('4e5', reservation),
  partenaire_id: idOf('9a', partner),
  demandee_le: '2026-02-01T10:00:00.000Z',
})

/** Evidence that names clients and reservations which 11 and 12 see in part, out of order, one of them twice. */
const mixed: Of<'reservation'>['doublons_detectes'] = {
  resultat: 'conflit',
  controle_le: '2026-03-01T10:00:00+01:00',
  correspondances: [
    close('Perdu', 1),
    close('Deux raisons', 0.75),
    close('Société mère', 0),
    close('Confié', 0.123456789),
    close('Créé et réservé', 0.5),
  ],
  reservations_concurrentes: [rival(8, 12), rival(2, 11), rival(5, 13), rival(1, 11)],
}

const reservations = [
  reservation(1, 'Deux raisons', 11, 'conflit', { doublons_detectes: mixed }),
  reservation(2, 'Créé et réservé', 11, 'demandee'),
  reservation(3, 'Convoité', 11, 'conflit', { doublons_detectes: mixed }),
  reservation(4, 'Perdu', 11, 'validee', { doublons_detectes: null }),
  reservation(5, 'Perdu', 13, 'conflit', { doublons_detectes: mixed }),
  reservation(6, 'Perdu', 11, 'refusee', { cree_le: '2026-05-01T10:00:00.000Z' }),
  reservation(7, 'Perdu', 11, 'annulee', { cree_le: '2026-05-01T10:00:00.000Z' }),
  reservation(8, 'Société fille', 12, 'demandee', { doublons_detectes: mixed }),
  reservation(9, 'Confié', 16, 'conflit', { cree_le: '2026-01-01T00:00:00.000Z' }),
]

export const parts = {
  zone_geographique: zones,
  secteur_activite: sectors,
  contact: contacts,
  site: sites,
  reservation: reservations,
}
