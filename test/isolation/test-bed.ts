import { worldSources } from '../../src/commands/write-demonstration.ts'
import { withWriter } from '../../src/database/writer.ts'
import { importRecords } from '../../src/transfer/import.ts'
import { type OperationId, operations } from '../model/answer.ts'
import { type Records, recordsOf, worldOf } from '../model/records.ts'
import { many, partners, situated } from './companies.ts'
import { type Mark, Matrix } from './matrix.ts'
import { parts } from './parts.ts'
import { type Caller, callers, people } from './people.ts'
import { claimed, past } from './reservations.ts'
import { type Access, type Kind, Rule, type Verdict } from './rule.ts'
import { storeRest } from './stored.ts'
import { Visitors } from './visitors.ts'

const given: Records = {
  ...people,
  ...parts,
  partenaire: partners,
  client: [...situated, ...many],
  reservation: [...claimed, ...past],
}

const early = situated.filter((_, n) => n % 2 === 0)
const first: Records = {
  ...given,
  client: [...early, ...many],
  reservation: [...claimed.filter((one) => early.some(({ id }) => id === one.client_id)), ...past],
  contact: [],
  site: [],
}

export const records = recordsOf(worldOf(given))

/** Each kind of thing by its id, and what it is called in a complaint. */
const labels: ReadonlyMap<string, string> = new Map([
  ...records.client.map((client) => [client.id, `${client.adresse_facturation}`] as const),
  ...records.partenaire.map((partner) => [partner.id, `${partner.adresse}`] as const),
])
export const labelOf = (id: string): string => labels.get(id) ?? id

/** Those that are there for their number. */
const theMany: ReadonlySet<string> = new Set([...many, ...past].map(({ id }) => id))
export const isOneOfMany = ({ id }: { id: string }): boolean => theMany.has(id)

/** Where the matrix is filled in: the callers, the rule they are held against, the cells. */
export class TestBed {
  readonly visitors: Visitors
  readonly matrix = new Matrix(theMany, labelOf)
  readonly rule = new Rule(records)

  private constructor(visitors: Visitors) {
    this.visitors = visitors
  }

  /**
   * The many come first, with some others among them: the places of each list are noted, and then followed by changes.
   */
  static async open(): Promise<TestBed> {
    const visitors = await Visitors.open()
    const { connection, now } = visitors.world
    await withWriter(connection, async (client) => {
      for (const step of [first, given])
        await importRecords(client, worldSources(worldOf(step)), { now, progress: () => {} })
      await storeRest(client)
    })
    return new TestBed(visitors)
  }

  close(): Promise<void> {
    return this.visitors.world.close()
  }

  access({ who }: Caller, operation: OperationId): Access {
    return this.rule.access(who, operations[operation].permission)
  }

  granted(caller: Caller, operation: OperationId): boolean {
    return this.access(caller, operation) === 'granted'
  }

  /** Whether a caller sees a thing, for which reasons; who is refused sees nothing. */
  verdict(caller: Caller, operation: OperationId, kind: Kind, id: string): Verdict {
    const access = this.access(caller, operation)
    return access === 'granted' ? this.rule.verdict(`${caller.who}`, kind, id) : refused[access]
  }

  /** Cells of a caller, in one dimension of an operation. */
  row(caller: Caller, operation: OperationId, dimension: string): Mark {
    return this.matrix.row({ operation, dimension, caller, granted: this.granted(caller, operation) })
  }

  get today(): string {
    return this.visitors.world.now.toISOString().slice(0, 10)
  }
}

const refusal = (reason: Access): Verdict => ({ seen: false, reasons: [reason] })
const refused: Record<Access, Verdict> = {
  granted: refusal('granted'),
  'no token': refusal('no token'),
  'unknown user': refusal('unknown user'),
  'account inactive': refusal('account inactive'),
  'organisation inactive': refusal('organisation inactive'),
  'no right': refusal('no right'),
}

export const callerNamed = (name: string): Caller => {
  const caller = callers.find((candidate) => candidate.name === name)
  if (caller === undefined) throw new Error(`no caller ${name}`)
  return caller
}
