import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { sweepKept } from '../src/extension/sweep.ts'
import { act } from './setup/acting.ts'
import { deposited, opened, pdf, type Upload, upload } from './setup/files.ts'
import { competitor, operator, partner, withoutRights } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
/** What Node.js warns of, such as listeners that pile up. */
const warnings: Error[] = []
const note = (warning: Error) => void warnings.push(warning)
beforeAll(async () => {
  process.on('warning', note)
  world = await openWorld({
    environment: { RATE_LIMIT_DEPOTS: '1000', RATE_LIMIT_ACTIONS: '10000', FICHIERS_EN_ATTENTE_MAX: '100' },
  })
  world.now = new Date()
})
afterAll(async () => {
  await world.close()
  process.off('warning', note)
  expect(warnings).toEqual([])
})

const stored = async () =>
  (
    await world.sql<{ fichiers: number; contenus: number; morceaux: number }>(
      `select (select count(*) from fichier)::int as fichiers, (select count(*) from contenu)::int as contenus,
        (select count(*) from contenu_morceau)::int as morceaux`,
    )
  )[0]

const link = async (who: string, fichier_id: string) =>
  act(world, who, `/fichiers/${fichier_id}/lien`, { key: null })

describe('deposerFichier', () => {
  test('stores the bytes in pieces, with their SHA-256, and answers with what reads show', async () => {
    const bytes = Buffer.concat([pdf(), randomBytes(700_000)])
    const { status, body, headers } = await upload(world, partner, { bytes, name: 'Extrait RCCM – Été.pdf' })
    expect([status, headers.location, headers['cache-control']]).toEqual([200, undefined, 'no-store'])
    expect(body).toEqual({
      id: body.id,
      nom_original: 'Extrait RCCM – Été.pdf',
      type_mime: 'application/pdf',
      taille_octets: bytes.length,
      statut_scan: 'en_attente',
    })
    const [kept] = await world.sql<{ empreinte: Buffer; octets: Buffer; morceaux: number }>(
      `select empreinte, string_agg(octets, ''::bytea order by rang) as octets, count(*)::int as morceaux
      from fichier join contenu on contenu.id = contenu_id join contenu_morceau on contenu_morceau.contenu_id = contenu.id
      where fichier.id = $1 group by empreinte`,
      [body.id],
    )
    expect(kept?.octets.equals(bytes)).toBe(true)
    expect(kept?.morceaux).toBe(3)
    expect(kept?.empreinte).toEqual(createHash('sha256').update(bytes).digest())
    const [entry] = await world.sql(
      `select geste, ressource, apres ->> 'nom_original' as nom from journal where ressource_id = $1`,
      [body.id],
    )
    expect(entry).toEqual({ geste: 'depot de fichier', ressource: 'fichier', nom: 'Extrait RCCM – Été.pdf' })
  })

  test('the same key and bytes are stored once; other bytes with that key are refused', async () => {
    const [bytes, key] = [pdf(), randomUUID()]
    const first = await upload(world, partner, { bytes, key })
    const before = await stored()
    const again = await upload(world, partner, { bytes, key })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = await upload(world, partner, { key })
    expect([other.status, other.body.code]).toEqual([422, 'cle_deja_utilisee'])
    expect(await stored()).toEqual(before)
  })

  test('the same bytes have one store within an organisation, and never share it with another', async () => {
    const bytes = pdf()
    const before = await stored()
    const [mine, again, theirs] = [
      await upload(world, partner, { bytes }),
      await upload(world, partner, { bytes, name: 'copie.pdf' }),
      await upload(world, competitor, { bytes }),
    ]
    expect(new Set([mine.body.id, again.body.id, theirs.body.id]).size).toBe(3)
    const after = await stored()
    expect([after?.fichiers, after?.contenus]).toEqual([
      (before?.fichiers ?? 0) + 3,
      (before?.contenus ?? 0) + 2,
    ])
  })

  test.each([
    ['no rights', { who: withoutRights }, 403, 'acces_refuse'],
    ['another type', { type: 'text/html' }, 415, 'type_non_accepte'],
    ['an encoded body', { headers: { 'content-encoding': 'gzip' } }, 415, 'type_non_accepte'],
    ['no key', { key: null }, 400, 'cle_requise'],
    ['no name', { headers: { 'content-disposition': 'attachment' } }, 422, 'parametres_invalides'],
    ['a name of dots', { name: '..' }, 422, 'parametres_invalides'],
    ['no bytes', { bytes: Buffer.alloc(0) }, 422, 'parametres_invalides'],
    ['bytes of another type', { bytes: Buffer.from('<html>hello</html>') }, 422, 'parametres_invalides'],
    ['a PNG that says PDF', { type: 'image/png' }, 422, 'parametres_invalides'],
    ['too many bytes', { bytes: Buffer.concat([pdf(), Buffer.alloc(10_485_760)]) }, 413, 'corps_trop_grand'],
  ] as [string, Upload & { who?: string }, number, string][])(
    'refuses %s, and stores nothing',
    async (_what, { who = partner, ...given }, status, code) => {
      const before = await stored()
      const answer = await upload(world, who, given)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(await stored()).toEqual(before)
    },
  )

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Scans\\carte.PDF', 'carte.PDF'],
    ['facture\u202Efdp.exe', 'facturefdp.exe.pdf'],
    ['e\u0301tat.pdf', 'état.pdf'],
    [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(251)}.pdf`],
    ['.pdf', 'fichier.pdf'],
    ['a\u3164b\u2800c\ufe0f.pdf', 'abc.pdf'],
  ])('cleans the name %s', async (name, clean) => {
    expect((await upload(world, partner, { name })).body.nom_original).toBe(clean)
  })

  test('a name in quotes, in UTF-8, is read', async () => {
    const quoted = Buffer.from('attachment; filename="pièce \\"une\\".pdf"').toString('latin1')
    const { body } = await upload(world, partner, { headers: { 'content-disposition': quoted } })
    expect(body.nom_original).toBe('pièce "une".pdf')
  })

  test.each([
    ['in Latin-1', 'attachment; filename="pi\xe8ce.pdf"', 'pièce.pdf'],
    ['beside one that cannot be read', `attachment; filename*=UTF-8''%ff.pdf; filename="ok.pdf"`, 'ok.pdf'],
    ['after one inside quotes', 'form-data; name="x; filename=non.pdf"; filename="oui.pdf"', 'oui.pdf'],
  ])('a name %s is read', async (_what, header, name) => {
    const { body } = await upload(world, partner, { headers: { 'content-disposition': header } })
    expect(body.nom_original).toBe(name)
  })

  test('bytes that were found infected stay so when they are deposited again', async () => {
    const bytes = pdf()
    const { fichier_id } = await deposited(world, partner, { bytes })
    const { url } = (await link(partner, fichier_id)).body as { url: string }
    const again = (await upload(world, partner, { bytes })).body
    expect(again.statut_scan).toBe('en_attente')
    await world.sql(`update fichier set statut_scan = 'infecte' where id = $1`, [again.id])
    // Another file of the same bytes is given no longer.
    for (const method of ['GET', 'HEAD'])
      expect([method, (await opened(world, url, { method })).status]).toEqual([method, 403])
    expect((await upload(world, partner, { bytes })).body.statut_scan).toBe('infecte')
  })

  test('an organisation has room for so many files that no document takes', async () => {
    const own = await openWorld({ environment: { FICHIERS_EN_ATTENTE_MAX: '2' } })
    own.now = new Date()
    for (let time = 0; time < 2; time += 1) expect((await upload(own, partner)).status).toBe(200)
    const full = await upload(own, partner)
    expect([full.status, full.body.code, full.body.details]).toEqual([409, 'limite_atteinte', { maximum: 2 }])
    expect((await upload(own, competitor)).status).toBe(200)
    // The sweep, once a day, has not removed them yet.
    await own.sql(`update fichier set depose_le = depose_le - interval '25 hours'`)
    expect((await upload(own, partner)).status).toBe(200)
    await own.close()
  })

  test('and for so many bytes, each counted once', async () => {
    const own = await openWorld({ environment: { FICHIERS_OCTETS_MAX: '2048' } })
    own.now = new Date()
    const bytes = Buffer.concat([pdf(), Buffer.alloc(1500)])
    for (let time = 0; time < 3; time += 1) expect((await upload(own, partner, { bytes })).status).toBe(200)
    const full = await upload(own, partner, { bytes: Buffer.concat([pdf(), Buffer.alloc(1500)]) })
    expect([full.status, full.body.details]).toEqual([409, { maximum: 2048 }])
    await own.close()
  })
})

test('a file that no document takes is removed after a day, its contents with the last of them', async () => {
  const bytes = pdf()
  const [loose, taken] = [await upload(world, partner, { bytes }), await deposited(world, partner, { bytes })]
  const alone = await upload(world, competitor, { bytes })
  await world.sql(`update fichier set depose_le = depose_le - interval '25 hours' where id = any ($1)`, [
    [loose.body.id, alone.body.id, taken.fichier_id],
  ])
  const young = await upload(world, competitor)
  const before = await stored()
  await withWriter(world.connection, (client) => sweepKept(client, world.now))
  const left = await world.sql<{ id: string }>('select id from fichier where id = any ($1) order by id', [
    [loose.body.id, alone.body.id, taken.fichier_id, young.body.id],
  ])
  expect(left.map(({ id }) => id)).toEqual([taken.fichier_id, young.body.id].sort())
  expect((await stored())?.contenus).toBe((before?.contenus ?? 0) - 1)
  const [entry] = await world.sql(
    `select geste, apres from journal where ressource_id = $1 order by numero desc`,
    [loose.body.id],
  )
  expect(entry).toEqual({ geste: 'retrait de fichier', apres: null })
})

describe('a link', () => {
  test('gives the bytes for five minutes, as something that no browser runs or keeps', async () => {
    const bytes = Buffer.concat([pdf(), randomBytes(600_000)])
    const { fichier_id } = await deposited(world, partner, { bytes, name: 'Été "1".pdf' })
    const { status, body } = await link(operator, fichier_id)
    expect(status).toBe(200)
    const lasts = Date.parse(body.expire_le) - Date.now()
    expect(lasts).toBeGreaterThan(290_000)
    expect(lasts).toBeLessThanOrEqual(300_000)
    const answer = await opened(world, body.url)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Ete _1_.pdf"; filename*=UTF-8''%C3%89t%C3%A9%20%221%22.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    })
    const head = await opened(world, body.url, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ])
  })

  test('gives single parts', async () => {
    const bytes = Buffer.concat([pdf(), randomBytes(600_000)])
    const { fichier_id } = await deposited(world, partner, { bytes })
    const { url } = (await link(partner, fichier_id)).body
    const { etag } = (await opened(world, url, { method: 'HEAD' })).headers
    const end = bytes.length - 1
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=262140-262150', 262_140, 262_150],
      ['bytes=262144-', 262_144, end],
      ['bytes=-5', end - 4, end],
      ['bytes=10-99999999', 10, end],
    ]
    for (const [range, first, last] of parts) {
      const part = await opened(world, url, { headers: { range, 'if-range': String(etag) } })
      expect([range, part.status, part.headers['content-range']]).toEqual([
        ...[range, 206, `bytes ${first}-${last}/${bytes.length}`],
      ])
      expect(part.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
    }
    const beyond = await opened(world, url, { headers: { range: `bytes=${bytes.length}-` } })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect(JSON.parse(beyond.bytes.toString()).code).toBe('intervalle_invalide')
    for (const headers of [{ range: 'bytes=0-1,5-6' }, { range: 'bytes=0-1', 'if-range': '"other"' }])
      expect((await opened(world, url, { headers: headers as Record<string, string> })).status).toBe(200)
    // What is kept nowhere is not told to be unchanged.
    expect((await opened(world, url, { headers: { 'if-none-match': String(etag) } })).status).toBe(200)
  })

  test('is given only for a file that a document takes, to who may read that document', async () => {
    const loose = (await upload(world, partner)).body.id
    const { fichier_id } = await deposited(world, partner)
    for (const who of [partner, operator]) expect((await link(who, loose)).status).toBe(404)
    expect((await link(competitor, fichier_id)).status).toBe(404)
    expect((await link(competitor, randomUUID())).text).toBe((await link(competitor, fichier_id)).text)
    expect((await link(withoutRights, fichier_id)).body.details).toEqual({
      permission_requise: 'partenaires.consulter',
    })
    expect((await link(partner, fichier_id)).status).toBe(200)
  })

  test('is refused in one way whatever is wrong with it', async () => {
    const { fichier_id } = await deposited(world, partner)
    const { url } = (await link(partner, fichier_id)).body as { url: string }
    const other = (await link(operator, fichier_id)).body.url as string
    const [path = '', query = ''] = url.split('?')
    const signature = url.slice(url.lastIndexOf('=') + 1)
    const flipped = [...signature].map(
      (letter, at) => signature.slice(0, at) + (letter === 'A' ? 'B' : 'A') + signature.slice(at + 1),
    )
    const wrong = [
      path,
      `${url}&x=1`,
      `${path}?${query}&${query}`,
      url.replace('utilisateur=', 'UTILISATEUR='),
      url.replace(/expire=\d+/, 'expire=9999999999'),
      url.replace(/cle=\d+/, 'cle=99'),
      url.replace(/utilisateur=[^&]+/, /utilisateur=[^&]+/.exec(other)?.[0] ?? ''),
      url.replace(fichier_id, randomUUID()),
      url.replace(fichier_id, fichier_id.toUpperCase()),
      ...flipped.map((text) => url.replace(signature, text)),
      ...Array.from({ length: 100 }, () => url.replace(signature, randomBytes(32).toString('base64url'))),
    ]
    const refusals = new Set<string>()
    for (const address of wrong) {
      const { status, headers, bytes } = await opened(world, address)
      const { date: _date, 'x-request-id': _id, ...said } = headers
      refusals.add(`${address === url} ${status} ${JSON.stringify(said)} ${bytes}`)
    }
    expect([...refusals]).toHaveLength(1)
    expect([...refusals][0]).toMatch(/^false 403 .*lien_invalide/)
    expect((await opened(world, url)).status).toBe(200)
  })

  test('ends with its time, with the right of its user, with its key and with an infected file', async () => {
    const { fichier_id } = await deposited(world, partner)
    const { url } = (await link(partner, fichier_id)).body as { url: string }
    const change = async (on: string, off: string) => {
      await world.sql(on, on.includes('$1') ? [fichier_id] : [])
      const refused = await opened(world, url)
      await world.sql(off, off.includes('$1') ? [fichier_id] : [])
      return [refused.status, JSON.parse(refused.bytes.toString()).code, (await opened(world, url)).status]
    }
    const gone = [403, 'lien_invalide', 200]
    const account = `update utilisateur set actif = `
    const who = ` where email = '${partner}'`
    expect(await change(`${account}false${who}`, `${account}true${who}`)).toEqual(gone)
    const verdict = `update fichier set statut_scan = `
    expect(await change(`${verdict}'infecte' where id = $1`, `${verdict}'en_attente' where id = $1`)).toEqual(
      gone,
    )
    expect((await link(partner, fichier_id)).status).toBe(200)
    await world.sql(`${verdict}'infecte' where id = $1`, [fichier_id])
    expect((await link(partner, fichier_id)).body).toMatchObject({
      code: 'etat_incompatible',
      details: { statut: 'infecte' },
    })
    await world.sql(`${verdict}'sain' where id = $1`, [fichier_id])
    await world.sql('select tourner_cle_lien()')
    expect((await opened(world, url)).status).toBe(200)
    const newer = (await link(partner, fichier_id)).body.url as string
    expect(newer).not.toContain(/cle=\d+/.exec(url)?.[0])
    await world.sql('delete from cle_lien where id < (select max(id) from cle_lien)')
    expect((await opened(world, url)).status).toBe(403)
    expect((await opened(world, newer)).status).toBe(200)
  })
})
