import type { OperationId } from '../model/answer.ts'
import { ABSENT, type Answers, itemOperations, keyOf, urlOf } from './items.ts'
import { type Caller, callers } from './people.ts'
import type { Kind } from './rule.ts'
import { records, type TestBed } from './test-bed.ts'
import { forEach, lasting } from './visitors.ts'

/** A thing that is shown within, or beneath, another: it is seen with it. */
interface Part {
  readonly dimension: string
  readonly operation: OperationId
  readonly kind: Kind
  /** Every such thing there is: its id, and the id of what it is a part of, if that is anybody's. */
  readonly all: readonly { readonly id: string; readonly of: string | null }[]
  /** The ids of those in an answer. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what this finds out
  readonly shown: (body: any) => (string | undefined)[]
}

const ofClient = (rows: readonly { id: string; client_id: string }[]) =>
  rows.map(({ id, client_id }) => ({ id, of: client_id }))

const partnerOf = (organisation: string): string | null =>
  records.partenaire.find(({ organisation_id }) => organisation_id === organisation)?.id ?? null

const documents = records.document_kyc.map(({ id, fichier_id, organisation_id }) => ({
  id,
  fichier_id,
  of: partnerOf(organisation_id),
}))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const parts: readonly Part[] = [
  {
    ...{ dimension: 'embedded contacts', operation: 'lireClient', kind: 'client' },
    all: ofClient(records.contact),
    shown: ({ contacts }) => idsOf(contacts),
  },
  {
    ...{ dimension: 'embedded managing partner', operation: 'lireClient', kind: 'client' },
    all: records.client.map(({ id, partenaire_actuel_id }) => ({ id: `${partenaire_actuel_id}`, of: id })),
    shown: ({ partenaire_actuel }) => [partenaire_actuel?.id ?? 'null'],
  },
  {
    ...{ dimension: 'list', operation: 'listerSitesClient', kind: 'client' },
    all: ofClient(records.site),
    shown: ({ donnees }) => idsOf(donnees),
  },
  {
    ...{ dimension: 'list', operation: 'listerDocumentsKycPartenaire', kind: 'partenaire' },
    all: documents,
    shown: ({ donnees }) => idsOf(donnees),
  },
  {
    ...{ dimension: 'embedded files', operation: 'listerDocumentsKycPartenaire', kind: 'partenaire' },
    all: documents.map(({ fichier_id, of }) => ({ id: fichier_id, of })),
    shown: ({ donnees }) => donnees.map(({ fichier }: { fichier: { id: string } }) => fichier.id),
  },
  {
    ...{ dimension: 'embedded contract', operation: 'lirePartenaire', kind: 'partenaire' },
    all: records.contrat_cadre
      .filter(({ statut }) => statut === 'signe')
      .map(({ id, partenaire_id }) => ({ id, of: partenaire_id })),
    shown: ({ contrat_cadre }) => [contrat_cadre?.id],
  },
  {
    ...{ dimension: 'embedded zones', operation: 'lirePartenaire', kind: 'partenaire' },
    all: records.partenaire.flatMap(({ id, zone_ids }) => zone_ids.map((zone) => ({ id: zone, of: id }))),
    shown: ({ zones }) => idsOf(zones),
  },
  {
    ...{ dimension: 'embedded sectors', operation: 'lirePartenaire', kind: 'partenaire' },
    all: records.partenaire.flatMap(({ id, secteur_ids }) =>
      secteur_ids.map((sector) => ({ id: sector, of: id })),
    ),
    shown: ({ secteurs }) => idsOf(secteurs),
  },
]

/** What was answered for every item shows the parts that go with it, and no other. */
export function checkParts(testBed: TestBed, answers: Answers): void {
  for (const part of parts) {
    const ids = itemOperations.find(({ operation }) => operation === part.operation)?.ids ?? []
    const asked = part.all.filter(({ of }) => of === null || ids.includes(of))
    for (const caller of callers) {
      const shown = shownTo(caller, part, ids, answers)
      const mark = testBed.row(caller, part.operation, part.dimension)
      for (const { id, of } of asked) {
        const { seen, reasons } = testBed.verdict(caller, part.operation, part.kind, of ?? '')
        mark(`${id} of ${of}`, seen, shown.delete(`${id} of ${of}`), reasons)
      }
      for (const one of shown)
        testBed.matrix.complain(`${part.operation}, ${part.dimension}: ${one} to «${caller.name}»`)
    }
  }
}

function shownTo(caller: Caller, part: Part, ids: readonly string[], answers: Answers): Set<string> {
  const shown = ids.flatMap((of) => {
    const answer = answers.get(keyOf(part.operation, of, caller))
    return answer?.status === 200 ? part.shown(answer.body).map((id) => `${id} of ${of}`) : []
  })
  return new Set(shown)
}

/** The documents of every partner, by their state: on the day of the tests some have expired. */
export async function checkDocumentFilter(testBed: TestBed): Promise<void> {
  const operation = 'listerDocumentsKycPartenaire'
  const stateOf = ({ statut, date_expiration }: (typeof records)['document_kyc'][number]) =>
    date_expiration !== null && date_expiration < testBed.today ? 'expire' : statut
  await forEach(callers, async (caller) => {
    const mark = testBed.row(caller, operation, 'filter by statut')
    for (const { id: partner, organisation_id } of records.partenaire) {
      const { seen, reasons } = testBed.verdict(caller, operation, 'partenaire', partner)
      for (const statut of ['depose', 'valide', 'rejete', 'expire']) {
        const answer = await testBed.visitors.ask(caller, `${urlOf(operation, partner)}?statut=${statut}`)
        const shown: string[] = answer.status === 200 ? idsOf(answer.body.donnees) : []
        const asked = records.document_kyc.filter(
          (document) => document.organisation_id === organisation_id && stateOf(document) === statut,
        )
        for (const { id } of asked) mark(id, seen, shown.includes(id), reasons)
        if (seen && shown.length !== asked.length)
          testBed.matrix.complain(`${operation}?statut=${statut}: ${shown.length} to «${caller.name}»`)
      }
    }
  })
}

/** What is wrong about a request is told before its item is looked for: of an item outside as of nothing. */
export async function checkWrongFilter(testBed: TestBed): Promise<void> {
  const operation = 'listerDocumentsKycPartenaire'
  const url = (id: string) => `${urlOf(operation, id)}?statut=nonsense`
  await forEach(callers, async (caller) => {
    const absent = lasting(await testBed.visitors.ask(caller, url(ABSENT)))
    for (const { id } of records.partenaire) {
      const answer = lasting(await testBed.visitors.ask(caller, url(id)))
      if (answer !== absent) testBed.matrix.complain(`${url(id)} is told from nothing to «${caller.name}»`)
    }
  })
}
