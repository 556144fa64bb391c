import { type Changement, type CopiedPage, type CopyStore, Items, storeOf } from './copy.ts'

/** The part of `node:fs/promises`, or of a mobile platform’s files, that a copy needs. */
export interface Files {
  /** Fails with the code `ENOENT` where there is no file. */
  readFile(path: string, encoding: 'utf8'): Promise<string>
  appendFile(path: string, text: string): Promise<unknown>
  writeFile(path: string, text: string): Promise<unknown>
  rename(from: string, to: string): Promise<unknown>
}

type Line = Pick<CopiedPage, 'changements' | 'jeton'>

/** Lines of old pages are left out once there are so many more than items. */
const LONG = 10_000

/** A copy in a file, for one process: one line for each page. A line that was cut off was not taken. */
export async function fileStore(path: string, files: Files): Promise<CopyStore> {
  const items = new Items()
  const lineOf = ({ changements, jeton }: Line): string => `${JSON.stringify({ changements, jeton })}\n`
  let changes = 0
  const text = await files.readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  // What comes after the last line break was never finished.
  for (const line of lines.slice(0, -1)) {
    const page = parse(line)
    if (page === undefined) {
      // Not ours, or damaged: the copy is made anew.
      items.clear()
      break
    }
    changes += page.changements.length
    items.take(page)
  }
  const whole = (): Line => ({
    changements: [...items.of].flatMap(([ressource, of]) =>
      [...of].map(([id, donnees]) => ({ ressource, id, donnees }) as Changement),
    ),
    jeton: items.token ?? '',
  })
  const rewrite = async (): Promise<void> => {
    const page = whole()
    changes = page.changements.length
    await files.writeFile(`${path}.nouveau`, items.token === undefined ? '' : lineOf(page))
    await files.rename(`${path}.nouveau`, path)
  }
  /** Whether the file holds what memory does: if not, it is written anew first. */
  let sound = lines.at(-1) === '' && (items.token !== undefined || text === '')
  const mend = async () => {
    if (sound) return
    await rewrite()
    sound = true
  }
  const apply = async (page: CopiedPage): Promise<boolean> => {
    if (page.depuis !== items.token) return false
    await mend()
    sound = false
    await files.appendFile(path, lineOf(page))
    sound = true
    items.take(page)
    changes += page.changements.length
    const count = [...items.of.values()].reduce((sum, { size }) => sum + size, 0)
    if (changes > 2 * count + LONG) await rewrite()
    return true
  }
  const clear = async (token = items.token): Promise<void> => {
    if (token !== items.token) return
    items.clear()
    sound = false
    await mend()
  }
  let last: Promise<unknown> = Promise.resolve()
  /** One change ends before the next one looks at what there is. */
  const inTurn = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const changed = last.then(change)
    last = changed.catch(() => {})
    return changed
  }
  return storeOf(items, {
    apply: (page) => inTurn(() => apply(page)),
    clear: (token) => inTurn(() => clear(token)),
  })
}

function parse(line: string): Line | undefined {
  try {
    const page = JSON.parse(line) as Partial<Line> | null
    const isOurs = typeof page?.jeton === 'string' && page.changements?.every(isChange) === true
    return isOurs ? (page as Line) : undefined
  } catch {
    return undefined
  }
}

const isChange = (change: Partial<Changement> | null): boolean =>
  typeof change?.ressource === 'string' && typeof change.id === 'string'
