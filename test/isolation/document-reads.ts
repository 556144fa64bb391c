import { isDeepStrictEqual } from 'node:util'
import { ABSENT } from './items.ts'
import { type Caller, callers } from './people.ts'
import { statusOf } from './rule.ts'
import { entries } from './stored.ts'
import { records, type TestBed } from './test-bed.ts'
import { forEach, lasting } from './visitors.ts'

type Document = (typeof records)['document_kyc'][number]

const PATH = '/extension/v1/documents-kyc'

const partnerOf = ({ organisation_id }: Document): string | undefined =>
  records.partenaire.find((partner) => partner.organisation_id === organisation_id)?.id

/** Whether a user sees a document: with its partner. */
export const seesDocument = ({ rule }: TestBed, who: string, document: Document | undefined): boolean =>
  document !== undefined && rule.verdict(who, 'partenaire', partnerOf(document) ?? '').seen

const isOperator = ({ rule }: TestBed, who: string): boolean => rule.organisationOf(who).type === 'operateur'

/** Whether an entry is a user's own organisation's. */
const isOwn = ({ rule }: TestBed, who: string, { author }: (typeof entries)[number]): boolean =>
  rule.organisationOf(who).nom === `secret organisation ${author}.`

/** Whether a user sees an entry of the journal: the operator's only where it decides, and of documents that it sees. */
export const seesEntry = (testBed: TestBed, who: string, entry: (typeof entries)[number]): boolean =>
  isOperator(testBed, who) ||
  ((entry.decides || isOwn(testBed, who, entry)) &&
    seesDocument(
      testBed,
      who,
      records.document_kyc.find(({ id }) => id === entry.document_id),
    ))

/** Whether a document waits on that day for a verification, or shows a file that is infected. */
export const isWaiting = ({ today }: TestBed, { statut, fichier_id, date_expiration }: Document): boolean => {
  if (date_expiration !== null && date_expiration < today) return false
  const { statut_scan } = records.fichier.find(({ id }) => id === fichier_id) ?? {}
  return statut === 'depose' || (statut === 'valide' && statut_scan === 'infecte')
}

/** A read of one document: its permission, and what an answer holds for a user who sees it. */
interface DocumentRead {
  readonly operation: string
  readonly path: string
  readonly permission: string
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what this finds out
  readonly shown: (body: any) => unknown[]
  readonly expected: (testBed: TestBed, who: string, document: Document) => unknown[]
}

/** A movement, with the name of its author where that is told. */
interface Movement {
  readonly id: string
  readonly auteur: { readonly nom: string } | null
}

const reads: readonly DocumentRead[] = [
  {
    ...{ operation: 'lireDocumentKyc', path: '', permission: 'partenaires.consulter' },
    shown: ({ id, partenaire, fichier }) => [id, partenaire.id, fichier.id],
    expected: (_stage, _who, document) => [document.id, partnerOf(document), document.fichier_id],
  },
  {
    ...{ operation: 'lireHistoriqueDocumentKyc', path: '/historique', permission: 'journal.consulter' },
    shown: ({ donnees }) => donnees.map(({ id, auteur }: Movement) => `${id} ${auteur?.nom}`).sort(),
    expected: (testBed, who, { id }) =>
      entries
        .filter((entry) => entry.document_id === id && seesEntry(testBed, who, entry))
        .map((entry) => {
          const named = isOperator(testBed, who) || isOwn(testBed, who, entry)
          return `${entry.mouvement} ${named ? entry.author : undefined}`
        })
        .sort(),
  },
]

/** Every caller asks for every document and its history: who may not see it is told what there is to say of nothing. */
export async function checkDocuments(testBed: TestBed): Promise<void> {
  await forEach(callers, async (caller) => {
    for (const read of reads) await checkRead(testBed, caller, read)
  })
}

async function checkRead(testBed: TestBed, caller: Caller, read: DocumentRead): Promise<void> {
  const { operation, path, permission } = read
  const { rule, visitors, matrix } = testBed
  const access = rule.access(caller.who, permission)
  const may = access === 'granted' && rule.access(caller.who, 'partenaires.consulter') === 'granted'
  const absent = lasting(await visitors.ask(caller, `${PATH}/${ABSENT}${path}`))
  const mark = matrix.row({ operation, dimension: 'item', caller, granted: access === 'granted' })
  for (const document of records.document_kyc) {
    const seen = may && seesDocument(testBed, `${caller.who}`, document)
    const answer = await visitors.ask(caller, `${PATH}/${document.id}${path}`)
    const status = access === 'granted' && !seen ? 404 : statusOf[access]
    mark(document.id, seen, answer.status === 200)
    const where = `${operation}, to «${caller.name}», of ${document.id}`
    if (answer.status !== status) matrix.complain(`${where}: ${answer.status} instead of ${status}`)
    else if (!seen && lasting(answer) !== absent) matrix.complain(`${where}: told from nothing`)
    else if (
      seen &&
      !isDeepStrictEqual(read.shown(answer.body), read.expected(testBed, `${caller.who}`, document))
    )
      matrix.complain(`${where}: another answer than the rule’s`)
  }
}

/** The queue is the operator's: all that waits, of every partner, and of nobody else. */
export async function checkQueue(testBed: TestBed): Promise<void> {
  const operation = 'listerDocumentsAVerifier'
  const queries: readonly (readonly [string, (document: Document) => boolean])[] = [
    ['', (document) => isWaiting(testBed, document)],
    ['&statut=rejete', ({ statut }) => statut === 'rejete'],
    ...records.partenaire.map(
      ({ id }) =>
        [
          `&partenaire_id=${id}`,
          (one: Document) => isWaiting(testBed, one) && partnerOf(one) === id,
        ] as const,
    ),
  ]
  await forEach(callers, async (caller) => {
    const access = testBed.rule.access(caller.who, 'partenaires.documents_verifier')
    const may = access === 'granted' && isOperator(testBed, `${caller.who}`)
    for (const [query, asked] of queries) {
      const dimension = query === '' ? 'list' : 'filter'
      const mark = testBed.matrix.row({ operation, dimension, caller, granted: access === 'granted' })
      const { status, body } = await testBed.visitors.ask(caller, `${PATH}?taille=100${query}`)
      const expected = access === 'granted' && !may ? 403 : statusOf[access]
      if (status !== expected)
        testBed.matrix.complain(`${operation}, to «${caller.name}»: ${status} instead of ${expected}`)
      const shown: string[] = status === 200 ? body.donnees.map(({ id }: { id: string }) => id) : []
      for (const document of records.document_kyc)
        mark(
          document.id,
          may && partnerOf(document) !== undefined && asked(document),
          shown.includes(document.id),
        )
    }
  })
}
