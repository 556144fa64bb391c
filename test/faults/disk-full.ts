import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '../../demo/identifiers.ts'
import type { Postgres } from '../../harness/database/postgres.ts'
import { type Load, startLoad } from '../../harness/faults/load.ts'
import type { Question } from '../../harness/faults/questions.ts'
import { failed } from '../../harness/faults/run-fault.ts'
import type { TestBed } from '../../harness/service/test-bed.ts'
import type { Outcome as Ran } from '../setup/command-line.ts'
import type { Program } from '../setup/program.ts'
import type { SmallDisk } from './small-disk.ts'

const RECORDS = 6000

interface Filled {
  readonly testBed: TestBed
  readonly questions: readonly Question[]
  readonly program: Program
  readonly disk: SmallDisk
  readonly dataDir: string
}

/** Imports more than the disk of the data has room for, while callers ask, and again when there is room. */
export async function importOnFullDisk({ testBed, questions, program, disk, dataDir }: Filled) {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-import-'))
  await writeOrganisations(join(folder, 'monde'))
  const importing = () => program.run(['importer', join(folder, 'monde')], { DATA_DIR: dataDir })
  const load = startLoad(testBed.port, questions)
  try {
    const before = await stored(testBed.postgres)
    await disk.leave(3 * 1024 ** 2)
    const full = performance.now()
    const refused: Ran = await importing()
    await everyKindAnswered(questions, load, full)
    const unchanged = (await stored(testBed.postgres)) === before
    await disk.free()
    const accepted: Ran = await importing()
    await load.stop()
    // A busy machine may send somebody away, as at any other time.
    const failures = failed(load.answers.filter(({ status }) => status !== 503))
    return { refused, unchanged, accepted, failures, records: RECORDS }
  } finally {
    await load.stop()
    await disk.free()
    await rm(folder, { recursive: true })
  }
}

/** Returns once a question of every kind, asked since then, was answered with data. */
async function everyKindAnswered(questions: readonly Question[], { answers }: Load, since: number) {
  const kinds = new Set(questions.map(({ kind }) => kind))
  while (kinds.size > 0) {
    for (const { question, status, begun } of answers)
      if (status === 200 && begun >= since) kinds.delete(question.kind)
    await sleep(20)
  }
}

/** About a thousand bytes each. */
async function writeOrganisations(folder: string): Promise<void> {
  const at = '2026-01-05T08:00:00.000Z'
  const lines = Array.from({ length: RECORDS }, (_, index) => {
    const nom = `Organisation ${index} ${'x'.repeat(900)}`
    const organisation = { id: uuidOf(`disque:${index}`), type: 'client', nom, statut: 'active' }
    return `${JSON.stringify({ ...organisation, cree_le: at, modifie_le: at })}\n`
  })
  await mkdir(folder)
  await writeFile(join(folder, 'organisation.ndjson'), lines.join(''))
}

async function stored({ sql }: Postgres): Promise<string> {
  const [row] = await sql<{ texte: string }>(
    'select md5(string_agg(o::text, chr(10) order by id)) as texte from organisation as o',
  )
  return row?.texte ?? ''
}
