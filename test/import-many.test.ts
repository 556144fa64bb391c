import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Data, openData } from './setup/command-line.ts'
import { platform, records } from './setup/platform.ts'

let data: Data
beforeAll(async () => {
  data = await openData('vide')
})
afterAll(() => data.close())

test('indexes that are set aside while many rows come into an empty table are there again', async () => {
  const indexes = () =>
    data.sql<{ id: string; text: string }>(`select indexrelid::text as id, pg_get_indexdef(indexrelid) as text
      from pg_index where indrelid = 'contact'::regclass and indisvalid order by text`)
  const before = await indexes()
  const small = platform()
  const many = Array.from({ length: 10_000 }, (_, n) => records.contact(`${n}`))
  expect(await data.importing({ ...small, contact: [...small.contact, ...many] })).toMatchObject({
    status: 0,
  })
  const after = await indexes()
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  const stayed = new Set(before.map(({ id }) => id))
  const anew = after.filter(({ id }) => !stayed.has(id)).map(({ text }) => /INDEX (\w+)/.exec(text)?.[1])
  expect(anew).toEqual(['contact_email_normalise', 'contact_telephone_normalise'])
})
