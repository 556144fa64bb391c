import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { largeWorld } from '../demo/generate.ts'
import { worldSources } from '../src/commands/write-demonstration.ts'
import { readConfig } from '../src/config.ts'
import type { Connection } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { openPlace } from '../src/database/place.ts'
import { withWriter } from '../src/database/writer.ts'
import { demonstrationToken } from '../src/identity/demonstration.ts'
import { importRecords } from '../src/moves/import.ts'
import { type Case, cases } from './cases.ts'
import { load, median, spread, type Target } from './measure.ts'
import { chartOf, type Outcome, tableOf } from './report.ts'

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    cases: { type: 'string', default: '' },
    out: { type: 'string', default: 'coverage/bench' },
  },
})
const clients = Number(options.clients)
const say = (text: string) => void process.stderr.write(`${text}\n`)

/** The world to measure on: made once per size, kept for the next time. */
async function prepare(client: pg.Client): Promise<Record<string, string>> {
  await migrate(client)
  const count = async () =>
    (await client.query<{ n: number }>('select count(*)::int as n from client')).rows[0]?.n ?? 0
  if ((await count()) === 0) {
    say(`making a world of ${clients} clients…`)
    const now = new Date()
    const world = largeWorld({ clients, seed: 'bench', today: now.toISOString().slice(0, 10) })
    await importRecords(client, worldSources(world), { now, progress: () => {} })
    await client.query('vacuum analyze')
  }
  const one = async (sql: string) => Object.values((await client.query(sql)).rows[0] ?? {})[0] as string
  const byRank = (rank: string) =>
    `select partenaire_actuel_id from client where partenaire_actuel_id is not null group by 1 order by count(*) desc, 1 ${rank}`
  const largest = await one(`${byRank('limit 1')}`)
  const median = await one(
    `${byRank('offset (select count(distinct partenaire_actuel_id) / 2 from client) limit 1')}`,
  )
  const smallest = await one(
    `select p.partenaire_actuel_id from (${byRank('')}) as p order by (select count(*) from client c where c.partenaire_actuel_id = p.partenaire_actuel_id) limit 1`,
  )
  const userOf = (partner: string) =>
    one(`select u.id from utilisateur u join partenaire p using (organisation_id) join utilisateur_role ur on ur.utilisateur_id = u.id
      join role_permission rp on rp.role_id = ur.role_id where p.id = '${partner}' and u.actif and permission = 'clients.consulter' order by 1 limit 1`)
  return {
    operator: await one(`select u.id from utilisateur u join organisation o on o.id = u.organisation_id
      where o.type = 'operateur' and u.actif and 3 = (select count(distinct permission) from utilisateur_role join role_permission using (role_id)
        where utilisateur_id = u.id and permission in ('clients.consulter', 'partenaires.consulter', 'catalogue.consulter')) order by 1 limit 1`),
    largest: await userOf(largest),
    median: await userOf(median),
    smallest: await userOf(smallest),
    partner: largest,
    client: await one(
      `select id from client order by raison_sociale_pliee, id offset ${clients / 3} limit 1`,
    ),
    sector: await one(
      'select secteur_id from client where secteur_id is not null group by 1 order by count(*) desc, 1 limit 1',
    ),
    five: await one(
      `select substr(raison_sociale_pliee, 1, 5) from client where raison_sociale_pliee ~ '^[a-z]{5}' group by 1 order by abs(count(*) - ${clients / 500}), 1 limit 1`,
    ),
    last: String(Math.ceil((await count()) / 20)),
    total: String(await count()),
  }
}

/** Starts a reference server beside us. */
async function reference(file: string, ...args: string[]): Promise<{ child: ChildProcess; origin: string }> {
  const env = { ...process.env, DATA_DIR: config.dataDir }
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { env })
  const { port } = await new Promise<AddressInfo>((resolve) =>
    child.once('message', (address) => resolve(address as AddressInfo)),
  )
  return { child, origin: `http://127.0.0.1:${port}` }
}

const addressOf = ({ connectionString, host = '', user, database }: Connection): string =>
  connectionString ?? `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

const config = readConfig({
  ...process.env,
  DATA_DIR: process.env.DATA_DIR ?? `.antenne/bench-${clients}`,
})
const place = await openPlace(config, { progress: say, exclusive: true })
const world = await withWriter(place.connection, prepare)
const { child: service, origin } = await reference('./serve.js', addressOf(place.connection))
const raw = await reference('./raw.js')
const plain = await reference('./plain.js', addressOf(place.connection))

const fill = (url: string): string[] => {
  if (!url.includes('{random}')) return [url.replace(/\{(\w+)\}/g, (_all, key: string) => world[key] ?? '')]
  const pages = Number(world.last)
  return Array.from({ length: 50 }, (_, index) =>
    url.replace('{random}', String(1 + ((index * 7919 * 104_729) % pages))),
  )
}

async function measure({ name, who, urls, plain: withPlain }: Case): Promise<Outcome> {
  const token = await demonstrationToken(config.dataDir, {
    subject: world[who] ?? '',
    audience: config.audience,
    seconds: 36_000,
  })
  const target: Target = { origin, urls: urls.flatMap(fill), token }
  const body = await (
    await fetch(origin + target.urls[0], { headers: { authorization: `Bearer ${token}` } })
  ).text()
  raw.child.send(body)
  await new Promise((resolve) => raw.child.once('message', resolve))
  const variants: [keyof typeof found, Target][] = [
    ['raw', { origin: raw.origin, urls: target.urls, token: undefined }],
    ['service', target],
    ...(withPlain === true
      ? [['plain', { ...target, origin: plain.origin, token: undefined }] as ['plain', Target]]
      : []),
  ]
  const found: Record<'raw' | 'service' | 'plain', number[]> = { raw: [], service: [], plain: [] }
  for (const [, variant] of variants) await load(variant, 1)
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const [variant, aim] of variants) found[variant].push(await load(aim, Number(options.seconds)))
  }
  const outcome = {
    name,
    service: median(found.service),
    raw: median(found.raw),
    plain: found.plain.length > 0 ? median(found.plain) : null,
    spread: spread(found.service),
  }
  say(tableOf([outcome]).split('\n')[2] ?? '')
  return outcome
}

try {
  const chosen = cases.filter(({ name }) => options.cases.split(',').some((word) => name.includes(word)))
  const outcomes: Outcome[] = []
  for (const one of chosen) {
    try {
      outcomes.push(await measure(one))
    } catch (error) {
      // A figure that is not made of right answers alone is none.
      say(`${one.name}: not reported (${(error as Error).message})`)
    }
  }
  process.stdout.write(`${tableOf(outcomes)}\n`)
  await mkdir(options.out, { recursive: true })
  await writeFile(
    join(options.out, `bench-${clients}.json`),
    `${JSON.stringify({ clients, outcomes }, null, 2)}\n`,
  )
  await writeFile(
    join(options.out, `bench-${clients}.svg`),
    chartOf(outcomes, `${clients} clients, share of raw node:http`),
  )
  service.send('memory')
  const bytes = await new Promise<number>((resolve) =>
    service.once('message', (rss) => resolve(rss as number)),
  )
  say(`memory of the service: ${Math.round(bytes / 1e6)} MB`)
} finally {
  for (const child of [service, raw.child, plain.child]) child.disconnect()
  await place.close()
}
