import type { Random } from './random.ts'

/** A value as it stands in an address: its raw form, and what it means once decoded, if it can be. */
export interface Written {
  readonly raw: string
  readonly text?: string
}

const MARKER_LETTERS = 'bcdfghjklmnpqrstvwxz'

/** A word that stands nowhere else: found in an answer, it was echoed. */
export const markerOf = (random: Random): string =>
  `zq${Array.from({ length: 10 }, () => MARKER_LETTERS[random.below(MARKER_LETTERS.length)]).join('')}`

/** Texts that mean something to a language behind the service, or are hard to handle. The marker goes in at «@». */
const hostile: readonly string[] = [
  ...['@', '', ' ', "@' or '1'='1", "@'; drop table client; --", '@") union select null, version() --'],
  ...["@' and pg_sleep(1) --", '$1 $2 @', '$$@$$', 'E@\\x00', '%', '_@', '%%@%%', '\\@', '@\\', '\\%\\_@'],
  ...['(@+)+$', '.*@', '[@', '(?i)@', '@{1,99999}', '{{7*7}}@', `\${7*7}@`, '<%= @ %>', '#{@}'],
  ...[`\${jndi:ldap://127.0.0.1/@}`, '; cat /etc/passwd @', '$(@)', '`@`', '| @', '../../../etc/passwd@'],
  ...['<script>@</script>', '"@"', '{"@":1}', '[object Object]@', '@\r\nX-Injected: 1', '@\u0000', '\u0000'],
  ...['@\u0001\u0008\u001b[2J', '@\u007f', '@\u0085b', '\ufeff@', '\u200b@\u200d', '\u202e@', '@\u2028b'],
  ...[`e${'\u0301'.repeat(60)}`, '👩‍👩‍👧‍👦👍🏽', '𐍈@𝔘', '\u{10ffff}\u{fffff}', '\ufffe\uffff', 'İıſK'],
  ...['ßẞœŒæﬁ', 'ﷺ'.repeat(50), '각힣\u1100\u1161', 'undefined', 'null', 'NaN', 'true', '-1', '0', '1e308'],
  ...['9'.repeat(400), '__proto__', 'constructor', 'toString', `@${'a'.repeat(98)}`, `@${'é'.repeat(300)}`],
  `@${'𝔞'.repeat(101)}`,
]

/** Percent-encodings that stand for no text. */
const undecodable: readonly string[] =
  `% %% %z %zz %1 %ff %80 %c0%80 %C0%AF %e0%80%af %ed%a0%80 %ed%bf%bf %ed%a0%bd%ed%b8%80 %f4%90%80%80
  %f8%88%80%80%80 %fe%ff %e2%82 %u0041 %uD800 %25%zz`.split(/\s+/)

/** The first and the last characters of ranges of all kinds. */
const planes = [
  ...[' ~', '\u00a0\u024f', '\u0300\u036f', '\u0370\u05ff', '\u0600\u1cff', '\u2000\u2bff', '\u3000\ud7ff'],
  ...['\ue000\uffff', '\u{10000}\u{1ffff}', '\u{20000}\u{3ffff}', '\u{e0000}\u{10ffff}'],
].map((ends) => [...ends].map((end) => end.codePointAt(0) ?? 0) as [number, number])

/** Characters of all planes. */
export function anyText(random: Random, longest: number): string {
  const length = random.below(longest + 1)
  let text = ''
  for (let n = 0; n < length; n += 1) {
    const [first, last] = random.pick(planes)
    text += String.fromCodePoint(first + random.below(last - first + 1))
  }
  return text
}

/** A hostile text, decoded. */
export const hostileText = (random: Random, marker: string): string =>
  random.chance(0.8) ? random.pick(hostile).replaceAll('@', marker) : anyText(random, 40) + marker

/** A hostile value, in one of the ways in which it may be written, or one that cannot be read at all. */
export function hostileValue(random: Random, marker: string): Written {
  if (random.chance(0.15)) return { raw: random.pick(undecodable) + marker }
  if (random.chance(0.01)) return written(random, marker + 'a'.repeat(10_000))
  return written(random, hostileText(random, marker))
}

/** A text as it may be written in a query. */
export function written(random: Random, text: string): Written {
  const plain = encodeURIComponent(text)
  switch (random.below(8)) {
    case 0:
      return { raw: plain.replaceAll('%20', '+'), text }
    case 1:
      return { raw: everyByte(text), text }
    case 2:
      return { raw: plain.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), text }
    case 3:
      // Decoded twice, it would be something else.
      return { raw: encodeURIComponent(plain), text: plain }
    default:
      return { raw: plain, text }
  }
}

const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
