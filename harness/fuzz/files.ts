import type { ActionTarget } from './action-target.ts'
import type { Random } from './random.ts'
import { type Fuzzed, type Header, writtenOut } from './request.ts'
import { anyText, hostileText, hostileValue, markerOf } from './texts.ts'

/** What files of each accepted type begin with, as bytes (Latin-1). */
const heads: readonly (readonly [type: string, head: string])[] = [
  ['application/pdf', '%PDF-1.4\n'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/webp', 'RIFF\x00\x00\x00\x00WEBP'],
]

const oddTypes = [
  ...[
    '',
    'application/json',
    'text/html',
    'application/pdf ; a=b',
    'APPLICATION/PDF',
    'image/svg+xml',
    '\xff',
  ],
  ...['application/pdf, image/png', 'image/png;', ';', '/', 'constructor', '__proto__', 'x'.repeat(5000)],
]

const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
/** A text that a header can carry. */
const headerText = (text: string): string => utf8(text).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

/** Names of files: in all forms of the header, with what no name should hold. */
function dispositions(random: Random, marker: string): Header[] {
  const text = random.chance(0.3)
    ? random.pick([
        '../../x.pdf',
        'C:\\x.png',
        '..',
        '.',
        '.pdf',
        ' ',
        '\u202efdp.exe',
        `${'é'.repeat(300)}.pdf`,
        '/',
      ])
    : random.chance(0.5)
      ? hostileText(random, marker)
      : `${anyText(random, 300)}.pdf`
  const encoded = random.chance(0.7)
    ? encodeURIComponent(Buffer.from(text).toString()).replace(/['()*]/g, '')
    : hostileValue(random, marker).raw
  const forms = [
    `attachment; filename*=UTF-8''${headerText(encoded)}`,
    `attachment; filename="${headerText(text)}"`,
    `attachment; filename="${headerText(text).replace(/["\\]/g, '\\$&')}"`,
    `attachment; filename=${headerText(text)}`,
    `attachment; filename="a.pdf"; filename*=UTF-8'fr'${headerText(encoded)}`,
    `filename*=ISO-8859-1''${headerText(encoded)}`,
    `attachment; filename*=UTF-8''%ff%80`,
    `attachment; filename="${'\\'.repeat(3000)}`,
    ...['attachment', '', headerText(text), 'attachment; filename', 'attachment; filename=""', '\xe9\xff'],
  ]
  if (random.chance(0.3)) return [['Content-Disposition', 'attachment; filename="piece.pdf"']]
  const chosen = random.pick(forms)
  return random.chance(0.05) ? [] : [['Content-Disposition', chosen]]
}

/** The type and the name of a file that is sent, and its bytes: right, odd or of something else. */
export function fuzzedFile(random: Random, marker: string): { headers: Header[]; body: string } {
  const [type, head] = random.pick(heads)
  const said = random.chance(0.85) ? type : random.pick([...oddTypes, random.pick(heads)[0]])
  const whole = head + utf8(hostileText(random, marker)).repeat(1 + random.below(30))
  const body = random.chance(0.85)
    ? whole
    : random.pick([whole.slice(0, random.below(13)), marker, '', ` ${whole}`])
  const headers: Header[] = random.chance(0.03) ? [] : [['Content-Type', said]]
  return { headers: [...headers, ...dispositions(random, marker)], body }
}

/** All that a link may be answered, whatever it is sent. */
const possible = [200, 206, 400, 403, 404, 405, 413, 414, 416, 417, 431]

const ranges = (random: Random, size: number): string => {
  const edge = () => random.pick([0, 1, size - 1, size, size + 1, 2 ** 53, random.below(size)])
  return random.pick([
    ...[`bytes=${edge()}-${edge()}`, `bytes=${edge()}-`, `bytes=-${edge()}`, `bytes=0-0,${edge()}-`],
    ...['bytes=-', 'bytes=', 'bytes', '', 'BYTES=0-1', 'bytes=a-b', 'bytes=0x1-2', 'bytes= 0-1', 'bytes=--1'],
    ...[`bytes=${'9'.repeat(400)}-`, `bytes=0-${'9'.repeat(400)}`, `items=0-1`, `bytes=-${'9'.repeat(400)}`],
  ])
}

/** A link with something wrong in it, or nothing: its query, the file that it names, its path. */
function fuzzedLink(random: Random, link: string, marker: string): string {
  if (random.chance(0.5)) return link
  const [path = '', query = ''] = link.split('?')
  const fields = query.split('&')
  const place = random.below(fields.length)
  const [name = '', value = ''] = fields[place]?.split('=') ?? []
  // Behind the path of all files: other paths have other answers.
  const start = link.indexOf('fichiers/') + 'fichiers/'.length
  const at = start + random.below(link.length - start)
  const changed = random.pick([
    ...[`${name}=${hostileValue(random, marker).raw}`, `${name}=`, name, `${fields[place]}&${fields[place]}`],
    ...[
      `${name}=${value.toUpperCase()}`,
      `${name}=${'9'.repeat(1 + random.below(30))}`,
      `${name}%3D${value}`,
    ],
  ])
  return random.pick([
    `${path}?${fields.with(place, changed).join('&')}`,
    `${path}?${fields.toReversed().join('&')}`,
    `${link.slice(0, at)}${random.pick(['%00', 'A', '/', '&', '%', '#'])}${link.slice(at + 1)}`,
    `${path}?${hostileValue(random, marker).raw}`,
    path,
    link.replace(/fichiers\/[^?]+/, `fichiers/${hostileValue(random, marker).raw}`),
  ])
}

/** Opens a link: without a token, with any range. */
export function fuzzedDownload(random: Random, target: ActionTarget): Fuzzed {
  const marker = markerOf(random)
  const { url, size, etag } = random.pick(target.links)
  const tags = [etag, `W/${etag}`, '"x"', '', '*', etag.slice(1), new Date(0).toUTCString(), '\xff']
  const part: Header[] = random.chance(0.6) ? [['Range', ranges(random, size)]] : []
  const condition: Header[] = random.chance(0.3)
    ? [[random.pick(['If-Range', 'If-None-Match', 'If-Match', 'If-Modified-Since']), random.pick(tags)]]
    : []
  return writtenOut({
    ...{
      kind: 'telechargerFichier',
      marker,
      method: random.chance(0.15) ? 'HEAD' : 'GET',
      allowed: possible,
    },
    target: fuzzedLink(random, url, marker),
    headers: [
      ['Host', 'x'],
      ['User-Agent', marker],
      ...part,
      ...part.slice(0, random.chance(0.05) ? 1 : 0),
      ...condition,
    ],
  })
}
