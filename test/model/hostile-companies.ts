import { type Of, recordOf } from '../../harness/records/record.ts'
import { idOf } from './hostile-people.ts'

/** Names that differ only by accents, case, ligatures, marks, apostrophes, dashes, width, and names made of traps. */
export const names = [
  ...['Étoile', 'Etoile', 'ETOILE', 'étoile', 'E\u0301toile', 'e\u0301TOILE', 'Œuvre', 'Oeuvre', 'OEUVRE'],
  ...['œuvre', 'Æther', 'AETHER', 'ǽther', 'Straße', 'STRASSE', 'STRAẞE', "L'Atelier", 'L’Atelier'],
  ...['Lʼatelier', 'L‘atelier', 'Côte-Ouest', 'Cote–Ouest', 'COTE—OUEST', 'cote‑ouest', 'ﬁnance', 'Finance'],
  ...['Ｆｉｎａｎｃｅ', 'Nord\u00a0Sud', 'Nord Sud', 'Doublon', 'Doublon', 'Doublon'],
  ...['100 % net', '100 a net'],
  ...['a_b', 'axb', 'a\\b', 'a\\\\b', 'Guillemet "x"', "O'Hara; drop table client; --", '\ue000 privé'],
  ...['😀 astral', '\uffe8 halfwidth', '𐐀 deseret', '№ ½ ™', 'ŉ Ĳ ĳ', 'Ø đ ł ı İ', 'ΟΔΟΣ'],
  ...['Zo\u0308\u0301\u0323e', 'x\u20d0y\u1dc4z', 'a', '-'],
]

/** Which partner manages a client, and who wrote it down, by turns. */
const managers = [null, 11, 12, 13, null, null]
const creators = [null, 1, 11, 12, 14, 18, 21]
const statuts = ['prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif'] as const
const dossiers = ['a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete'] as const

const client = (n: number, raison_sociale: string, given: Partial<Of<'client'>> = {}) =>
  recordOf('client', {
    id: idOf('c', (n * 37) % 1009),
    organisation_id: idOf('0a6', 24),
    raison_sociale,
    rccm: n % 3 === 0 ? null : `CI-ABJ-03-${2000 + n}-B12-É${n}`,
    ncc: n % 4 === 0 ? null : `12345${n} œ`,
    secteur_id: n % 2 === 0 ? null : idOf('5ec', 1 + (n % 4)),
    zone_id: n % 3 === 0 ? null : idOf('20e', 1 + (n % 4)),
    statut: nth(statuts, n),
    statut_kyc: nth(dossiers.slice(0, 4), n),
    plafond_encours: n % 7 === 0 ? Number.MAX_SAFE_INTEGER : null,
    ...given,
  })

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const orNull = (kind: string, n: number | null) => (n === null ? null : idOf(kind, n))

const clients = [
  ...names.map((name, n) =>
    client(n + 1, name, {
      partenaire_actuel_id: orNull('9a', nth(managers, n)),
      cree_par: orNull('05e', nth(creators, n)),
    }),
  ),
  // Seen by partner 11 for two reasons at once: it manages it and has a reservation in progress.
  client(101, 'Deux raisons', { partenaire_actuel_id: idOf('9a', 11) }),
  // Created by 11 and reserved by 11, without a partner.
  client(102, 'Créé et réservé', { cree_par: idOf('05e', 11) }),
  // Managed by 12, with a reservation in progress of 11.
  client(103, 'Convoité', { partenaire_actuel_id: idOf('9a', 12) }),
  // Managed by 12, with a validated, a refused and a cancelled reservation of 11, none of which gives sight.
  client(104, 'Perdu', { partenaire_actuel_id: idOf('9a', 12) }),
  // Created by a user of 11, but managed by 12.
  client(105, 'Confié', { partenaire_actuel_id: idOf('9a', 12), cree_par: idOf('05e', 11) }),
  // Created by a user of an organisation that has no partner record.
  client(106, 'Sans fiche', { cree_par: idOf('05e', 14) }),
  // Of client organisations: two of one, one of a suspended one; 22 has none.
  client(107, 'Société mère', { organisation_id: idOf('0a6', 21), partenaire_actuel_id: idOf('9a', 13) }),
  client(108, 'Société fille', { organisation_id: idOf('0a6', 21) }),
  client(109, 'Société suspendue', { organisation_id: idOf('0a6', 23) }),
  // Given in capitals and with another offset: answered in lower case and in UTC.
  client(110, 'Majuscules', {
    id: 'ABCDEF00-0000-4000-8000-00000000ABCD',
    partenaire_actuel_id: idOf('9a', 11).toUpperCase(),
    cree_le: '2026-03-01T00:30:00+02:00',
  }),
  // A folded word must not be found across the border of two fields.
  client(111, 'Abc', { rccm: 'Def', ncc: 'Ghi' }),
]

export const clientNamed = (name: string): string =>
  clients.find((each) => each.raison_sociale === name)?.id ?? ''

const partner = (n: number, raison_sociale: string, given: Partial<Of<'partenaire'>> = {}) =>
  recordOf('partenaire', {
    ...{ id: idOf('9a', n), organisation_id: idOf('0a6', n), raison_sociale },
    capacite_commerciale: n === 11 ? 0 : null,
    ...given,
  })

const partners = [
  partner(11, 'Élan', { zone_ids: [4, 2, 3, 1].map((n) => idOf('20e', n)), rccm: 'CI-1', ncc: '7 œ' }),
  partner(12, 'Elan', { secteur_ids: [3, 1, 2, 4].map((n) => idOf('5ec', n)), statut: 'suspendu' }),
  partner(13, 'élan', { zone_ids: [idOf('20e', 2)] }),
  partner(15, 'Élan', { statut: 'valide' }),
  partner(16, 'E\u0301lan', { statut: 'rejete' }),
]

export const companies = { partenaire: partners, client: clients }
