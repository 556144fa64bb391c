import type { Random } from '../../harness/fuzz/random.ts'
import { type OperationId, operations, type Question } from './answer.ts'
import type { Records } from './records.ts'
import { search } from './searches.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** Each operation, and thrice those that take the most parameters. */
const operationIds: readonly OperationId[] = [
  ...(Object.keys(operations) as OperationId[]),
  ...(['listerPartenaires', 'listerClients', 'listerReservations', 'listerOffres'] as const),
  ...(['listerPartenaires', 'listerClients', 'listerReservations', 'listerOffres'] as const),
]

const malformed = [
  ...['x', '0', 'null', 'undefined', '00000000-0000-4000-8000-00000000000'],
  ...['00000000-0000-4000-8000-0000000000000', '0000000000004000800000000000000000'],
  ...['{00000000-0000-4000-8000-000000000000}', 'urn:uuid:00000000-0000-4000-8000-000000000000'],
  ...['00000000-0000-4000-8000-00000000000g', ' 00000000-0000-4000-8000-000000000000'],
  ...["'; drop table client; --", '%', '\u0000', 'é'.repeat(60)],
]

const wrongNumbers = [
  ...['', '0', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '0x1', 'NaN', '2147483648', '9'.repeat(30), '١', 'un'],
]
const wrongWords = ['', ' ', 'ACTIF', 'actif ', 'inconnu', 'actif,valide', 'constructor', '__proto__', '%']
const unknown = [
  ...['tri=nom', 'Page=0', 'page[]=0', '__proto__=1', 'constructor=1', 'x', '=', '&', 'TAILLE=x', 'a=1&a=2'],
  'sort=%27',
]

/** Requests at random: callers, operations, ids and parameters, right, on the edge and wrong. */
export function randomQuestion(random: Random, records: Records): Question {
  const { pick, chance } = random
  const who = chance(0.015) ? pick([null, NOBODY]) : pick(callers(records, chance(0.5)))
  const operation = pick(operationIds)
  const query = rawQuery(random, records, operation)
  const { path } = operations[operation]
  if (!path.includes('{id}')) return { who, operation, query }
  return { who, operation, query, id: encodeURIComponent(pathId(random, records, path)) }
}

/** Half of the time those who see much, so that answers are not mostly refusals. */
const callers = (records: Records, favoured: boolean): readonly string[] => {
  const users = favoured ? records.utilisateur.filter((_, index) => index < 8) : records.utilisateur
  return users.map(({ id }) => id)
}

function pathId(random: Random, records: Records, path: string): string {
  const { pick, chance } = random
  if (chance(0.06)) return pick(malformed)
  if (chance(0.06)) return NOBODY
  const rows: readonly { id: string }[] = path.includes('partenaires') ? records.partenaire : records.client
  return casing(random, pick(rows).id)
}

const casing = ({ chance }: Random, id: string): string => (chance(0.2) ? id.toUpperCase() : id)

function rawQuery(random: Random, records: Records, operation: OperationId): string {
  const { pick, chance } = random
  const names = [...Object.keys(operations[operation].parameters), 'page', 'taille', 'statut', 'recherche']
  const chosen = [...new Set(names)].filter(() => chance(0.28))
  const parts = chosen.flatMap((name) => {
    const one = `${name}=${encoded(random, value(random, records, operation, name))}`
    if (chance(0.015)) return [one, one]
    return [chance(0.01) ? name : one]
  })
  if (chance(0.08)) parts.push(pick(unknown))
  return parts.join('&')
}

/** Spaces are written `+` or `%20`, letters sometimes in hexadecimal. */
function encoded({ chance }: Random, value: string): string {
  const plain = encodeURIComponent(value)
  if (chance(0.3)) return plain.replaceAll('%20', '+')
  return chance(0.1) ? plain.replace(/^[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) : plain
}

function value(random: Random, records: Records, operation: OperationId, name: string): string {
  const { pick, chance } = random
  const wrong = chance(0.1)
  switch (name) {
    case 'page':
      return pick(wrong ? wrongNumbers : ['1', '1', '1', '2', '2', '3', '7', '01', '21', '2147483647'])
    case 'taille':
      return pick(
        wrong ? [...wrongNumbers, '101'] : ['1', '2', '3', '5', '7', '20', '50', '99', '100', '007'],
      )
    case 'volume_go':
      return wrong ? pick(wrongNumbers) : chance(0.1) ? '2147483647' : String(pick(records.offre).volume_go)
    case 'actif':
      return pick(wrong ? ['', '1', '0', 'True', 'vrai', 'true ', 'yes'] : ['true', 'false'])
    case 'recherche':
      return search(random, searchable(random, records, operation))
    case 'zone_id':
      return wrong ? pick(malformed) : casing(random, zoneId(random, records))
    case 'secteur_id':
      return wrong
        ? pick(malformed)
        : casing(random, chance(0.1) ? NOBODY : pick(records.secteur_activite).id)
    case 'partenaire_id':
      return wrong ? pick(malformed) : casing(random, chance(0.1) ? NOBODY : pick(records.partenaire).id)
    case 'client_id':
      return wrong
        ? pick(malformed)
        : casing(random, chance(0.1) ? NOBODY : pick(records.reservation).client_id)
    default:
      return pick(wrong ? wrongWords : words(records, operation, name))
  }
}

function zoneId({ pick, chance }: Random, records: Records): string {
  if (chance(0.2)) return pick(records.zone_geographique).id
  return pick(records.partenaire).zone_ids[0] ?? NOBODY
}

/** The values that a field of enumerated words has in the data. */
function words(records: Records, operation: OperationId, name: string): string[] {
  const rows: readonly object[] = {
    lireMoi: records.partenaire,
    listerPartenaires: records.partenaire,
    lirePartenaire: records.partenaire,
    listerDocumentsKycPartenaire: records.document_kyc,
    listerClients: records.client,
    lireClient: records.client,
    listerSitesClient: records.client,
    listerReservations: records.reservation,
    listerOffres: records.offre,
  }[operation]
  const values = rows.map((row) => String((row as Record<string, unknown>)[name]))
  return [...new Set(values)]
}

function searchable({ pick }: Random, records: Records, operation: OperationId): string[] {
  type Named = { raison_sociale: string; rccm: string | null; ncc: string | null }
  const rows: readonly Named[] = operation === 'listerPartenaires' ? records.partenaire : records.client
  const { raison_sociale, rccm, ncc } = pick(rows)
  return [raison_sociale, raison_sociale, rccm, ncc].filter((text) => text !== null)
}
