import { monthsAfter } from '../calendar.ts'
import { localityFor, zones } from '../geography.ts'
import { fixedLine, iban, mobile, ncc, rccm } from '../identifiers.ts'
import { address, families, legalForms } from '../names.ts'
import { mix, pick } from '../random.ts'
import type {
  ContratCadreRecord,
  DocumentKycRecord,
  FichierRecord,
  OrganisationRecord,
  PartenaireRecord,
} from '../records.ts'
import { secteurs, typesDocument } from '../reference.ts'
import { OPERATORS, type Population } from './population.ts'

const DOCUMENTS = 5
const asked = typesDocument.filter((type) => type.cible === 'partenaire' && type.actif)
const waiting: readonly PartenaireRecord['statut'][] = [
  'candidat',
  'en_verification',
  'a_completer',
  'rejete',
  'valide',
]
const brands = [
  'Connect',
  'Télécom',
  'Réseaux',
  'Satellite',
  'Networks',
  'Liaisons',
  'Data',
  'Orbite',
] as const
const regionsAndTowns = zones.filter((zone) => zone.type !== 'commune')
const some = <T>(items: readonly T[], count: number, hash: number): T[] => [
  ...new Set(Array.from({ length: count }, (_, n) => pick(items, mix(hash, n)))),
]

/** The partners of a large world with their organisations, contracts, KYC documents and files. */
export function partnerRecords(world: Population) {
  const { calendar, id } = world
  const key = world.key('partner')
  const ageOf = (index: number): number => 2000 + (mix(key, index) % 1500)

  const nameOf = (index: number): string => {
    const hash = mix(key, index)
    return `${pick(families, mix(hash, 1))} ${pick(brands, mix(hash, 2))} ${localityFor(mix(hash, 3)).nom} ${index + 1}`
  }

  const statutOf = (index: number): PartenaireRecord['statut'] => {
    if (index >= world.active) return pick(waiting, index)
    return index % 20 === 19 ? 'suspendu' : 'actif'
  }

  function organisation(index: number): OrganisationRecord {
    const statut = statutOf(index)
    const cree_le = calendar.instant(ageOf(index), mix(key, index))
    return {
      id: id('organisation_partenaire', index),
      type: 'partenaire',
      nom: nameOf(index),
      statut: statut === 'suspendu' ? 'suspendue' : statut === 'rejete' ? 'fermee' : 'active',
      cree_le,
      modifie_le: cree_le,
    }
  }

  function partenaire(index: number): PartenaireRecord {
    const hash = mix(key, index)
    const place = localityFor(mix(hash, 3))
    const statut = statutOf(index)
    const activated = statut === 'actif' || statut === 'suspendu'
    const transfer = mix(hash, 4) % 2 === 0
    const cree_le = calendar.instant(ageOf(index), hash)
    const valide_le = activated ? calendar.instant(1900, hash) : null
    return {
      id: id('partenaire', index),
      organisation_id: id('organisation_partenaire', index),
      raison_sociale: nameOf(index),
      forme_juridique: pick(legalForms, mix(hash, 5)),
      rccm: rccm(place.court, 3_000_000 + index),
      ncc: ncc(9_000_000 + index, mix(hash, 6)),
      adresse: address(place, mix(hash, 7)),
      ville: place.ville,
      zone_principale_id: place.zone_id,
      telephone: fixedLine(mix(hash, 8)),
      email: `contact@partenaire-${index + 1}.example`,
      capacite_commerciale: Math.max(2, Math.round(200 / (index + 1))),
      mode_versement: transfer ? 'virement' : hash % 3 === 0 ? 'portefeuille' : 'mobile_money',
      rib: transfer ? iban(mix(hash, 9)) : null,
      numero_mobile_money: transfer ? null : mobile(mix(hash, 10)),
      logo_fichier_id: null,
      presentation: activated ? `Distributeur agréé à ${place.nom}.` : null,
      profil_publie: statut === 'actif',
      statut,
      valide_par: activated ? id('operateur', hash % OPERATORS) : null,
      valide_le,
      cree_le,
      modifie_le: valide_le ?? cree_le,
      zone_ids: [
        ...new Set([place.zone_id, ...some(regionsAndTowns, 6, mix(hash, 11)).map((zone) => zone.id)]),
      ],
      secteur_ids: some(secteurs, 4, mix(hash, 12)).map((secteur) => secteur.id),
    }
  }

  function contrat_cadre(index: number): ContratCadreRecord {
    const hash = mix(key, index)
    const signed = index < world.active
    const start = 30 + (mix(hash, 20) % 300)
    const cree_le = calendar.instant(start + 20, hash)
    const signe_le = signed ? calendar.instant(start + 5, hash) : null
    return {
      id: id('contrat_cadre', index),
      numero: `CC-${cree_le.slice(0, 4)}-${String(index + 1).padStart(5, '0')}`,
      partenaire_id: id('partenaire', index),
      conditions_id: id('conditions', 0),
      fichier_genere_id: id('fichier_contrat', index * 2),
      fichier_signe_id: signed ? id('fichier_contrat', index * 2 + 1) : null,
      statut: signed ? 'signe' : 'genere',
      date_debut: signed ? calendar.day(-start) : null,
      date_fin: signed ? calendar.day(365 - start) : null,
      signe_le,
      cree_le,
      modifie_le: signe_le ?? cree_le,
    }
  }

  function* documents(index: number): Generator<DocumentKycRecord> {
    for (let rank = 0; rank < DOCUMENTS; rank++) {
      const type = asked[rank]
      if (type === undefined) return
      const number = index * DOCUMENTS + rank
      const hash = mix(mix(key, index), 30 + rank)
      const age = 2 + (hash % 60)
      const emission = calendar.day(-age - (mix(hash, 1) % 20))
      const checked = mix(hash, 2) % 4 > 0
      const cree_le = calendar.instant(age, hash)
      const verifie_le = checked ? calendar.instant(age - 1, mix(hash, 3)) : null
      yield {
        id: id('document_kyc', number),
        organisation_id: id('organisation_partenaire', index),
        type_document_id: type.id,
        fichier_id: id('fichier_kyc', number),
        date_emission: emission,
        date_expiration: type.validite_mois === null ? null : monthsAfter(emission, type.validite_mois),
        statut: checked ? 'valide' : 'depose',
        motif: null,
        verifie_par: checked ? id('operateur', hash % OPERATORS) : null,
        verifie_le,
        cree_le,
        modifie_le: verifie_le ?? cree_le,
      }
    }
  }

  const file = (id: string, nom_original: string, hash: number): FichierRecord => ({
    id,
    nom_original,
    type_mime: 'application/pdf',
    taille_octets: 20_000 + (hash % 3_000_000),
    statut_scan: 'sain',
  })

  function* files(index: number): Generator<FichierRecord> {
    const hash = mix(key, index)
    yield file(id('fichier_contrat', index * 2), `contrat-${index + 1}.pdf`, mix(hash, 40))
    if (index < world.active) {
      yield file(id('fichier_contrat', index * 2 + 1), `contrat-${index + 1}-signé.pdf`, mix(hash, 41))
    }
    for (let rank = 0; rank < DOCUMENTS; rank++) {
      const number = index * DOCUMENTS + rank
      yield file(id('fichier_kyc', number), `${asked[rank]?.code}-${index + 1}.pdf`, mix(hash, 42 + rank))
    }
  }

  return { organisation, partenaire, contrat_cadre, documents, files }
}
