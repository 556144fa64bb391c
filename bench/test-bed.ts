import type { Server } from '../harness/load/children.ts'
import { type Ground, SERVICE } from '../harness/load/ground.ts'

/** Everything that a measurement needs, running: the service, and what it is compared with. */
export interface TestBed extends Ground {
  readonly service: Server
  readonly raw: Server
  readonly plain: Server
  readonly bare: Server
}

export const openTestBed = async (ground: Ground): Promise<TestBed> => ({
  ...ground,
  service: await ground.serve(SERVICE, ground.address),
  raw: await ground.serve(new URL('./raw.js', import.meta.url)),
  plain: await ground.serve(new URL('./plain.js', import.meta.url), ground.address),
  bare: await ground.serve(new URL('./bare.js', import.meta.url), ground.address),
})
