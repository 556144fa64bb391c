import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { lineOf } from './source.ts'

/** A mutant chosen by hand: what stands there, what stands there instead, and the tests that should tell. */
interface Chosen {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly what: string
  readonly tests: readonly string[]
}

const inSource =
  (file: string, ...tests: string[]) =>
  (what: string, from: string, to = ''): Chosen => ({
    file: `src/${file}.ts`,
    ...{ what, from, to },
    tests: tests.map((name) => `test/${name}.test.ts`),
  })

const lru = inSource('lru', 'properties', 'statement-names')
const token = inSource('identity/token', 'forged-tokens', 'tokens')
const keys = inSource('identity/published-keys', 'tokens', 'provider-away')
const addresses = inSource('http/admission/address-limit', 'connections')
const queue = inSource('http/admission/queue', 'admission')
const limits = inSource('http/admission/rate-limits', 'limits', 'actions-rules')
const keyQueue = inSource('http/admission/key-queue', 'provider-away')
const connections = inSource('http/admission/connections', 'pipelining', 'connections')
const earlyAnswers = inSource('http/serving/early-answers', 'attacks', 'slow-clients')
const conditional = inSource('http/serving/conditional', 'compression', 'serving')
const linkedFile = inSource('extension/linked-file', 'links', 'files')
const cluster = inSource('database/cluster', 'cluster')
const names = inSource('database/statement-names', 'statement-names')
const shared = inSource('database/shared-connection', 'shared-connection')
const writer = inSource('database/writer', 'actions-interrupted', 'interrupted')
const bookmark = inSource('operations/bookmark', 'deep-pages', 'totals')
const execute = inSource('operations/execute', 'every-operation', 'model')
const lines = inSource('transfer/lines', 'import-lines', 'import-limits')
const merge = inSource('transfer/merge', 'import-again', 'import')
const journal = inSource('transfer/journal-file', 'export-journal')
const sweep = inSource('commands/sweep-expired', 'sweep')
const expire = inSource('actions/expire', 'sweep')
const dates = inSource('actions/kyc/dates', 'kyc')
const similarity = inSource('actions/doublon/similarity', 'doublons')
const questions = inSource('extension/questions', 'actions-rules')
const changeToken = inSource('extension/change-token', 'changes-tokens')
const store = inSource('actions/files/store', 'files')

const chosen: readonly Chosen[] = [
  lru('what was used last is evicted', 'if (value !== undefined) this.#renew(key, value)'),
  token('tokens bound to a key are taken', 'if (cnf !== undefined) return null'),
  token('tokens may live for ever', ' || exp > seconds + LONGEST_LIFE'),
  token('tokens outlive their key', 'generation !== keys.generation', 'false'),
  keys('an empty set is as good as new', 'fresh: this.#count > 0 && ', 'fresh: '),
  keys('unknown keys ask without end', 'this.#credit -= 1'),
  addresses('one more per address', '>= connectionsPerAddress', '> connectionsPerAddress'),
  addresses('a begun request is closed first', 'if (socket.bytesRead !== read) continue'),
  queue('a long queue is a burst', ' || now - this.#belowTargetAt > INTERVAL'),
  limits('each IPv6 address counts alone', '.slice(0, 4)', '.slice(0, 8)'),
  limits('a question that is looked for counts', 'known.remainingPoints <= 0', 'known.remainingPoints < 0'),
  keyQueue('an address takes all room', ' || ofAddress >= MOST_OF_AN_ADDRESS'),
  connections(
    'requests after a broken one are answered',
    'if (connection.finalAnswer !== undefined) return false',
  ),
  earlyAnswers('a late request is a bad one', 'return 408', 'return 400'),
  conditional('the tag is the same for all readers', "hash('sha1', ", "hash('sha1', body ?? "),
  linkedFile(
    'whoever lost the right downloads on',
    "confirmation(caller, 'partenaires.consulter')",
    'sql`true`',
  ),
  cluster('a deposed primary is heard', 'if (report.timeline < this.#timeline) return'),
  cluster('a standby that replays its disk does not matter', 'one.received === null || '),
  cluster('lag that was never known is none', 'had?.until ?? Number.NEGATIVE_INFINITY', 'had?.until ?? at'),
  names('what is freed is taken for prepared', 'delete parsedStatements[name]'),
  shared('a connection with answers due is given back', 'broken || this.#sent.length > 0', 'broken'),
  writer('a lost commit changed nothing', "committing ? 'unknown' : 'unchanged'", "'unchanged'"),
  bookmark('changes behind a bookmark move it', ') < (', ') > ('),
  execute('a page too few', 'Math.ceil(total / taille)', 'Math.floor(total / taille)'),
  lines('a line of any length', "end > MAX_LINE_BYTES ? 'too long' : data", 'data'),
  merge('a record loses its first date', 'e.cree_le, '),
  journal('a number twice', 'row_number() over (partition by numero order by ligne) > 1', 'false'),
  sweep('a day after the last sweep', 'DAY - (now % DAY)', 'DAY'),
  expire('rows are not read again under the lock', 'expiredDocuments(connection, now, ids)', 'candidates'),
  dates('the last day of a month runs over', 'Math.min(date, last)', 'date'),
  similarity('a branch is its company', 'rest *= NUMBER_ALONE', 'rest *= 1'),
  questions('one question more', 'nombre >= $3', 'nombre > $3'),
  changeToken('the length of a token tells', 'text.padEnd(STEP * Math.ceil(text.length / STEP))', 'text'),
  store('the same bytes are clean the second time', "then 'infecte' else", "then 'en_attente' else"),
]

/** The chosen mutants, each with its tests. */
export async function chosenMutants(root: string): Promise<Mutant[]> {
  return Promise.all(
    chosen.map(async ({ file, from, to, what, tests }) => {
      const source = await readFile(join(root, file), 'utf8')
      const start = source.indexOf(from)
      if (start < 0 || source.indexOf(from, start + 1) >= 0)
        throw new Error(`«${from}» does not stand exactly once in ${file}`)
      const text = source.slice(0, start) + to + source.slice(start + from.length)
      return { file, line: lineOf(source, start), what, text, tests }
    }),
  )
}
