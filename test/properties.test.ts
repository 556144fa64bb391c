import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PeriodeForfait, StatutClient, StatutPartenaire, StatutReservation } from '../src/contract/enums.ts'
import { withWriter } from '../src/database/writer.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const valuesOf = (schema: unknown) => (schema as { enum: string[] }).enum

describe('pages', () => {
  const filters = fc.oneof(
    fc.constant('/partenaires?'),
    fc.constantFrom(...valuesOf(StatutPartenaire)).map((statut) => `/partenaires?statut=${statut}&`),
    fc.constant('/clients?'),
    fc.constantFrom(...valuesOf(StatutClient)).map((statut) => `/clients?statut=${statut}&`),
    fc
      .constantFrom('sa', 'ko', 'pharmacie', 'société', 'ci-abj', '20')
      .map((word) => `/clients?recherche=${encodeURIComponent(word)}&`),
    fc.constant('/reservations?'),
    fc.constantFrom(...valuesOf(StatutReservation)).map((statut) => `/reservations?statut=${statut}&`),
    fc.constantFrom(...valuesOf(PeriodeForfait)).map((periode) => `/offres?periode=${periode}&`),
  )

  test('of any size together are the whole list, each item once, in the same order', async () => {
    const read = async (who: string, url: string) => (await world.get(who, `/api/v1${url}`)).body
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(operator, partner),
        filters,
        fc.integer({ min: 3, max: 100 }),
        async (who, url, taille) => {
          const whole: { id: string }[] = []
          for (let page = 1; ; page += 1) {
            const { donnees, pagination } = await read(who, `${url}taille=100&page=${page}`)
            whole.push(...donnees)
            if (page >= pagination.pages) break
          }
          const pieces: { id: string }[] = []
          const pages = Math.ceil(whole.length / taille)
          for (let page = 1; page <= pages + 1; page += 1) {
            const { donnees, pagination } = await read(who, `${url}taille=${taille}&page=${page}`)
            expect(pagination).toEqual({ page, taille, total: whole.length, pages })
            pieces.push(...donnees)
          }
          expect(pieces).toEqual(whole)
          expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('folding (D7)', () => {
  const fold = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g, '')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/[\u2018\u2019\u201b\u02bc\u2032]/g, "'")
      .replace(/[\u2010-\u2015\u2212\u2043]/g, '-')
      .replaceAll('œ', 'oe')
      .replaceAll('æ', 'ae')
      .replaceAll('ß', 'ss')

  const letters = fc.oneof(
    fc.constantFrom(...'ÉÈÊËÀÂÄÇÎÏÔÖÙÛÜŸŒÆœæßẞ’‘–—‐−ɛƐɔƆŋŊñÑåÅøØﬁ№½ＡǼe\u0301I\u0307 \u00a0\t%_\\\'"'),
    // Letters that every supported server knows: newer ones came into Unicode after PostgreSQL 15.
    fc
      .string({ unit: 'grapheme', maxLength: 1 })
      .filter((text) => !/[\u{10000}-\u{10ffff}\ua7c0-\ua7ff]/u.test(text)),
  )
  const texts = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''))

  test('is the same in the database as its definition says, and folding twice changes nothing', async () => {
    await withWriter(world.connection, async (client) => {
      await fc.assert(
        fc.asyncProperty(fc.array(texts, { minLength: 20, maxLength: 20 }), async (batch) => {
          const { rows } = await client.query<{ une: string; deux: string }>(
            'select antenne.plier(t) as une, antenne.plier(antenne.plier(t)) as deux from unnest($1::text[]) with ordinality as x (t, n) order by n',
            [batch],
          )
          expect(rows.map(({ une }) => une)).toEqual(batch.map(fold))
          expect(rows.map(({ deux }) => deux)).toEqual(rows.map(({ une }) => une))
        }),
        { numRuns: 100 },
      )
    })
  })

  test('finds a client by any part of its name, however it is accented, cased or typed', async () => {
    const names = (await world.get(operator, '/api/v1/clients?taille=100')).body.donnees
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<{ id: string; raison_sociale: string }>(...names),
        fc.nat(),
        fc.integer({ min: 2, max: 9 }),
        fc.boolean(),
        async (client, start, length, upper) => {
          const plain = fold(client.raison_sociale)
          const piece = plain
            .slice(start % plain.length)
            .slice(0, length)
            .trim()
          fc.pre(piece.length >= 2)
          const word = encodeURIComponent(upper ? piece.toUpperCase() : piece)
          const found: string[] = []
          for (let page = 1, pages = 1; page <= pages; page += 1) {
            const { body } = await world.get(
              operator,
              `/api/v1/clients?taille=100&page=${page}&recherche=${word}`,
            )
            found.push(...body.donnees.map(({ id }: { id: string }) => id))
            pages = body.pagination.pages
          }
          expect(found).toContain(client.id)
        },
      ),
      { numRuns: 60 },
    )
  })
})

const day = (offset: number) =>
  new Date(Date.UTC(2026, 10, 15) + offset * 86_400_000).toISOString().slice(0, 10)

describe('prices in force (D14)', () => {
  interface Price {
    own: boolean
    from: number
    length: number | null
    made: number
  }
  const prices: fc.Arbitrary<Price[]> = fc.array(
    fc.record({
      own: fc.boolean(),
      from: fc.integer({ min: -5, max: 5 }),
      length: fc.option(fc.integer({ min: 0, max: 5 })),
      made: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 8 },
  )
  const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

  test('are the plan’s own, else the product’s: the latest start, then the latest made, then by id', async () => {
    const [plan] = await world.sql<{ id: string; produit_id: string; code: string }>(
      'select id, produit_id, code from offre limit 1',
    )
    const [author] = await world.sql<{ id: string }>('select id from utilisateur limit 1')
    if (plan === undefined || author === undefined) throw new Error('no plan')
    await fc.assert(
      fc.asyncProperty(prices, fc.integer({ min: -7, max: 12 }), async (given, today) => {
        await world.sql('delete from tarif where produit_id = $1 or offre_id = $2', [
          plan.produit_id,
          plan.id,
        ])
        for (const [index, { own, from, length, made }] of given.entries()) {
          await world.sql('insert into tarif values ($1, $2, $3, $4, $5, $6, $7, $8)', [
            idOf(index),
            plan.produit_id,
            own ? plan.id : null,
            index,
            day(from),
            length === null ? null : day(from + length),
            author.id,
            `2026-01-0${made + 1}T00:00:00Z`,
          ])
        }
        const inForce = given
          .map((price, index) => ({ ...price, index }))
          .filter(({ from, length }) => from <= today && (length === null || from + length >= today))
          .sort(
            (a, b) =>
              Number(b.own) - Number(a.own) || b.from - a.from || b.made - a.made || a.index - b.index,
          )
        world.now = new Date(`${day(today)}T12:00:00Z`)
        const { donnees } = (await world.get(operator, '/api/v1/offres?taille=100')).body
        const found = donnees.find(({ id }: { id: string }) => id === plan.id).tarif_en_vigueur
        expect(found?.id ?? null).toBe(inForce[0] === undefined ? null : idOf(inForce[0].index))
      }),
      { numRuns: 40 },
    )
  })
})

describe('expiry of documents (D13)', () => {
  test('happens at midnight UTC after the expiry date, with its reason and its hour', async () => {
    const [row] = await world.sql<{ id: string; partenaire: string }>(
      'select document_kyc.id, partenaire.id as partenaire from document_kyc join partenaire using (organisation_id) limit 1',
    )
    if (row === undefined) throw new Error('no document')
    const midnight = Date.UTC(2026, 10, 16)
    const instants = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -172_800_000, max: 172_800_000 }))
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: -2, max: 2 }), async (offset, writtenDays) => {
        const written = new Date(midnight + writtenDays * 3_600_000).toISOString()
        await world.sql(
          `update document_kyc set date_emission = null, date_expiration = '2026-11-15', statut = 'valide', motif = 'à jour', modifie_le = $2 where id = $1`,
          [row.id, written],
        )
        world.now = new Date(midnight + offset)
        const url = `/api/v1/partenaires/${row.partenaire}/documents-kyc`
        const { donnees } = (await world.get(operator, url)).body
        const document = donnees.find(({ id }: { id: string }) => id === row.id)
        const expired = offset >= 0
        expect({ statut: document.statut, motif: document.motif, modifie_le: document.modifie_le }).toEqual(
          expired
            ? {
                statut: 'expire',
                motif: 'Document expiré le 15/11/2026.',
                modifie_le: writtenDays > 0 ? written : '2026-11-16T00:00:00.000Z',
              }
            : { statut: 'valide', motif: 'à jour', modifie_le: written },
        )
        const filtered = (await world.get(operator, `${url}?statut=expire`)).body.donnees
        expect(filtered.some(({ id }: { id: string }) => id === row.id)).toBe(expired)
      }),
      { numRuns: 30 },
    )
  })
})
