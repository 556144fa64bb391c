import { type Changement, type CopiedPage, type CopyStore, Items, storeOf } from './copy.ts'

/** The part of `node:fs/promises`, or of a mobile platform’s files, that a copy needs. */
export interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>
  appendFile(path: string, text: string): Promise<unknown>
  writeFile(path: string, text: string): Promise<unknown>
  rename(from: string, to: string): Promise<unknown>
}

/** Lines of old pages are left out once there are so many more than items. */
const LONG = 10_000

/** A copy in a file: one line for each page. A line that was cut off was not taken. */
export async function fileStore(path: string, files: Files): Promise<CopyStore> {
  const items = new Items()
  const lineOf = (page: CopiedPage): string => `${JSON.stringify(page)}\n`
  let changes = 0
  const text = await files.readFile(path, 'utf8').catch(() => '')
  const lines = text.split('\n')
  // What comes after the last line break was never finished.
  for (const line of lines.slice(0, -1)) {
    const page = JSON.parse(line) as CopiedPage
    changes += page.changements.length
    items.take(page)
  }
  const whole = (): CopiedPage => ({
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
  if (lines.at(-1) !== '') await rewrite()
  return storeOf(items, {
    async apply(page) {
      await files.appendFile(path, lineOf(page))
      items.take(page)
      changes += page.changements.length
      const count = [...items.of.values()].reduce((sum, { size }) => sum + size, 0)
      if (changes > 2 * count + LONG) await rewrite()
    },
    async clear() {
      items.clear()
      await rewrite()
    },
  })
}
