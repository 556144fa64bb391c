import pg from 'pg'
import { type Cluster, startInstance } from './cluster.ts'
import { until } from './until.ts'
import { fill, type World } from './world.ts'
import { connect } from './writer.ts'

/** Makes the database on the leader, fills it, and starts the instances. */
export async function prepare(cluster: Cluster): Promise<World> {
  const { address } = await cluster.leader()
  const administrator = new pg.Client({ connectionString: `postgres://postgres@${address}/postgres` })
  await administrator.connect()
  await administrator.query('create role antenne login')
  await administrator.query('create database antenne owner antenne')
  await administrator.end()
  await until(
    'the primary behind HAProxy',
    async () => (await connect(cluster.rw)).end().then(() => true),
    30,
  )
  const client = await connect(cluster.rw)
  const world = await fill(client)
  await client.end()
  await Promise.all(cluster.instances.map(startInstance))
  return world
}
