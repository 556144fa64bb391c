import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { addressOf, type RunSql, sqlOn } from '../harness/database/connection.ts'
import { insist } from '../harness/http/insist.ts'
import { memoryOf } from '../harness/service/proc.ts'
import { installed, type Serving, startServing, stop } from '../harness/service/process.ts'
import { demonstrationOf, type TokenOf, tokensOf } from '../harness/service/tokens.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'

const READS = 'awa.kone@antenne.example'

/**
 * Files that many people deposit and open at once: what they get, how long it takes, and what it costs the service in
 * memory. npm run files -- --people 50 --megabytes 10
 */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: { people: { type: 'string', default: '50' }, megabytes: { type: 'string', default: '10' } },
  })
  const people = Number(values.people)
  const size = Number(values.megabytes) * 2 ** 20
  const folder = await mkdtemp(join(tmpdir(), 'antenne-files-'))
  const database = await openEmbedded(folder, { progress: () => {}, exclusive: true })
  const sql = sqlOn(database.connection)
  const token = tokensOf(sql, demonstrationOf(folder))
  try {
    const service = await startServing(installed, {
      ...{ DATABASE_URL: addressOf(database.connection), DATA_DIR: folder },
      ...{ ...unlimitedActions, FICHIERS_EN_ATTENTE_MAX: '10000', FICHIERS_OCTETS_MAX: '100000000000' },
    })
    const reading = await token(READS)
    const depositing = await depositors(sql, token)
    let turns = 0
    const deposit = (bytes: number) =>
      deposited(service, depositing[turns++ % depositing.length] as string, bytes)
    // The first ones bring code and connections into memory.
    for (let turn = 0; turn < 3; turn += 1) await opened(service, reading, sql, await deposit(2 ** 20))
    const rest = memoryOf(service.child.pid) ?? 0
    say(`at rest: ${Math.round(rest)} MiB`)
    const uploads = await together(service, people, () => deposit(size))
    report('deposited', uploads, size)
    const sums = uploads.results.filter((result) => result !== null)
    let next = 0
    const downloads = await together(service, sums.length, () =>
      opened(service, reading, sql, sums[next++] as Deposited),
    )
    report('downloaded', downloads, size)
    const right = downloads.results.filter((result) => result === true).length
    say(`${right} of ${people} came back as they were deposited`)
    await stop(service)
    return right === people
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tokens of all who may deposit files of a partner: nobody has more than a few uploads under way. */
async function depositors(sql: RunSql, token: TokenOf): Promise<string[]> {
  const rows = await sql<{ email: string }>(
    `select utilisateur.email from utilisateur join partenaire using (organisation_id)
    where utilisateur.actif and exists (select from droit where utilisateur_id = utilisateur.id
      and permission = 'partenaires.documents_deposer') order by 1`,
  )
  return Promise.all(rows.map(({ email }) => token(email)))
}

interface Deposited {
  readonly id: string
  readonly hash: string
}

/** Deposits a file of that size, made while it is sent; again, under the same key, when there is no room. */
async function deposited(service: Serving, token: string, size: number): Promise<Deposited> {
  const key = randomUUID()
  let hash = ''
  const { status, text } = await insist(async () => {
    const sum = createHash('sha256')
    const sent = request(`${service.address}/extension/v1/fichiers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/pdf',
        'content-length': size,
        'content-disposition': 'attachment; filename="scan.pdf"',
        'idempotency-key': key,
      },
    })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    await pipeline(Readable.from(bytes(key, size, sum)), sent)
    const [response] = await answered
    hash = sum.digest('hex')
    return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) }
  })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { id: JSON.parse(text).id, hash }
}

const block = randomBytes(65_536)

function* bytes(seed: string, size: number, sum: ReturnType<typeof createHash>): Generator<Buffer> {
  for (let at = 0; at < size; at += block.length) {
    const part = Buffer.from(block.subarray(0, size - at))
    part.write(`%PDF-1.4 ${seed} ${at}`)
    sum.update(part)
    yield part
  }
}

/** Has a document take the file, asks for its link, and downloads it. Whether it is the same. */
async function opened(
  service: Serving,
  token: string,
  sql: RunSql,
  { id, hash }: Deposited,
): Promise<boolean> {
  await sql(
    `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, (select id from type_document where actif and cible = 'partenaire' limit 1), id,
      'depose', now(), now() from fichier where id = $1`,
    [id],
  )
  const asked = async (path: string, init: RequestInit = {}) => {
    const response = await insist(async () => {
      const answer = await fetch(service.address + path, init)
      return { status: answer.status, headers: Object.fromEntries(answer.headers), answer }
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.answer.text()}`)
    return response.answer
  }
  const headers = { authorization: `Bearer ${token}` }
  const link = await asked(`/extension/v1/fichiers/${id}/lien`, { method: 'POST', headers })
  const { url } = (await link.json()) as { url: string }
  const sum = createHash('sha256')
  const file = await asked(url)
  for await (const part of file.body ?? []) sum.update(part)
  return sum.digest('hex') === hash
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return text
}

interface Outcome<T> {
  readonly results: readonly (T | null)[]
  readonly failures: readonly string[]
  readonly seconds: number
  /** The most memory that the service had meanwhile, in MiB. */
  readonly most: number
}

/** So many at once, while the service's memory is watched. */
async function together<T>(service: Serving, count: number, work: () => Promise<T>): Promise<Outcome<T>> {
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(service.child.pid) ?? 0)
  }, 20)
  const failures: string[] = []
  const began = performance.now()
  const results = await Promise.all(
    Array.from({ length: count }, () =>
      work().catch((error: unknown) => {
        failures.push(String(error))
        return null
      }),
    ),
  )
  clearInterval(watching)
  return { results, failures, seconds: (performance.now() - began) / 1000, most }
}

function report(what: string, { results, failures, seconds, most }: Outcome<unknown>, size: number): void {
  const megabytes = ((results.length - failures.length) * size) / 2 ** 20
  say(
    `${results.length - failures.length} of ${results.length} ${what} in ${seconds.toFixed(1)} s (${Math.round(megabytes / seconds)} MiB/s); at most ${Math.round(most)} MiB of memory`,
  )
  for (const failure of new Set(failures)) say(`  ${failure}`)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.exitCode = (await main()) ? 0 : 1
