import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { schemaDocument } from '../generate/schema.ts'
import { withWriter } from '../src/database/writer.ts'
import { freshDatabase } from './setup/world.ts'

const path = new URL('../docs/schema.md', import.meta.url)

test('docs/schema.md is what the migrations give: else run «npm run schema»', async () => {
  const { connection, drop } = await freshDatabase('vide')
  const text = await withWriter(connection, schemaDocument)
  await drop()
  if (process.env.WRITE_SCHEMA === '1') await writeFile(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(text.match(/^ {2}\w+ \{$/gm)?.length).toBe(32)
})
