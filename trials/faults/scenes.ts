import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNetwork } from '../../harness/database/network.ts'
import { newPostgres, type Postgres } from '../../harness/database/postgres.ts'
import { ofPrimary, replicaOf } from '../../harness/database/replica.ts'
import { faultsOf, faultsOn } from '../../harness/faults/catalogue.ts'
import type { Fault } from '../../harness/faults/run-fault.ts'
import { installed } from '../../harness/service/process.ts'
import { startProgram } from '../../harness/service/program-test-bed.ts'
import { addressFrom, openTestBed, populate, type TestBed } from '../../harness/service/test-bed.ts'

/** A service before a server, and what may happen there. */
export interface Scene {
  readonly testBed: TestBed
  readonly faults: Readonly<Record<string, Fault>>
  close(): Promise<void>
}

/** Each opened when the one before is closed. */
export const scenes: readonly (() => Promise<Scene>)[] = [aServer, aNetwork, replicas, itsOwnServer]

async function populated(settings: readonly string[] = []): Promise<Postgres> {
  const postgres = await newPostgres(settings)
  await postgres.start()
  await populate(postgres)
  return postgres
}

async function aServer(): Promise<Scene> {
  const postgres = await populated()
  const testBed = await openTestBed(postgres)
  return {
    testBed,
    faults: prefixed('server', faultsOf(postgres)),
    async close() {
      await testBed.close()
      await postgres.remove()
    },
  }
}

async function aNetwork(): Promise<Scene> {
  const postgres = await populated()
  const network = await openNetwork(postgres.socket)
  const connectionString = `postgresql://antenne_lecture@127.0.0.1:${network.port}/antenne`
  const testBed = await openTestBed(postgres, { through: { connectionString } })
  return {
    testBed,
    faults: prefixed('network', faultsOn(network)),
    async close() {
      await testBed.close()
      await network.close()
      await postgres.remove()
    },
  }
}

async function replicas(): Promise<Scene> {
  const primary = await populated(ofPrimary)
  await primary.stop('SIGINT')
  const [first, second] = [await replicaOf(primary), await replicaOf(primary)]
  for (const server of [primary, first, second]) await server.start()
  const environment = {
    DATABASE_URL: addressFrom(primary),
    DATABASE_REPLICA_URLS: [first, second].map(addressFrom).join(),
  }
  const testBed = await openTestBed(primary, { environment })
  const ofAll = async (act: (server: Postgres) => Promise<void>) => {
    await Promise.all([first, second].map(act))
  }
  return {
    testBed,
    faults: {
      'one replica killed': { begin: first.kill, end: first.start },
      'one replica frozen': { begin: first.freeze, end: first.thaw },
      'all replicas killed': {
        begin: () => ofAll(({ kill }) => kill()),
        end: () => ofAll(({ start }) => start()),
      },
      'primary killed': { begin: primary.kill, end: primary.start },
      'primary frozen': { begin: primary.freeze, end: primary.thaw },
    },
    async close() {
      await testBed.close()
      for (const server of [first, second, primary]) await server.remove()
    },
  }
}

/** Here the time to recover counts from the kill: the service itself starts its server again. */
async function itsOwnServer(): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-pannes-'))
  const testBed = await startProgram(installed, dataDir)
  const { kill } = testBed.postgres
  return {
    testBed,
    faults: { 'own server killed': { begin: kill, end: async () => {}, momentary: true } },
    async close() {
      await testBed.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const prefixed = (what: string, faults: Readonly<Record<string, Fault>>): Record<string, Fault> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${what} ${name}`, fault]))
