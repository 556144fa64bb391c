import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listedColumns, schemaDocument } from '../generate/schema.ts'
import { withWriter } from '../src/database/writer.ts'
import { freshDatabase } from './setup/world.ts'

test.each([
  ['docs/schema.md', schemaDocument, /^ {2}\w+ \{$/gm, 32],
  ['src/database/columns.ts', listedColumns, /^ {2}readonly \w+:$/gm, 2],
])('%s is what the migrations give: else run «npm run schema»', async (name, generate, table, count) => {
  const { connection, drop } = await freshDatabase('vide')
  const text = await withWriter(connection, generate)
  await drop()
  const path = new URL(`../${name}`, import.meta.url)
  if (process.env.WRITE_SCHEMA === '1') await writeFile(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(text.match(table)?.length).toBe(count)
})
