import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidOf } from '../../demo/identifiers.ts'
import type { Postgres } from '../../harness/database/postgres.ts'
import { failed } from '../../harness/faults/endure.ts'
import { startLoad } from '../../harness/faults/load.ts'
import type { Question } from '../../harness/faults/questions.ts'
import type { Stage } from '../../harness/service/stage.ts'
import type { Outcome as Ran } from '../setup/command-line.ts'
import type { Program } from '../setup/program.ts'
import type { SmallDisk } from './small-disk.ts'

const RECORDS = 6000

interface Filled {
  readonly stage: Stage
  readonly questions: readonly Question[]
  readonly program: Program
  readonly disk: SmallDisk
  readonly dataDir: string
}

/** Imports more than the disk of the data has room for, while callers ask, and again when there is room. */
export async function importOnFullDisk({ stage, questions, program, disk, dataDir }: Filled) {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-import-'))
  await writeOrganisations(join(folder, 'monde'))
  const importing = () => program.run(['importer', join(folder, 'monde')], { DATA_DIR: dataDir })
  const load = startLoad(stage.port, questions)
  try {
    const before = await stored(stage.postgres)
    await disk.leave(3 * 1024 ** 2)
    const refused: Ran = await importing()
    const unchanged = (await stored(stage.postgres)) === before
    await disk.free()
    const accepted: Ran = await importing()
    await load.stop()
    return { refused, unchanged, accepted, failures: failed(load.answers), records: RECORDS }
  } finally {
    await load.stop()
    await disk.free()
    await rm(folder, { recursive: true })
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
