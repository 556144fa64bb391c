/** Values that some field takes and most do not, as JSON text: not all of them can be had from a program's value. */
export const oddValues = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '0.1e1', '1e308', '1e999', '-1e999', '1e-400'],
  ...['2147483648', '9007199254740991', '9007199254740993', '123456789012345678901234567890', '""', '" "'],
  ...['"x"', '"null"', '"NaN"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udc00\\ud800b"'],
  ...['"\\ud83d\\ude00"', '"\\u001b[2J\\u0007\\u202e"', '"\\\\N"', '"\\\\."', '"a\\tb\\nc\\\\d"'],
  ...['"\\ufeff\\uffff"', `"'; drop table client; --"`, '"{1,2}"', '"00000000-0000-0000-0000-000000000000"'],
  ...['"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"', '"0000-00-00"', '"0001-01-01"', '"9999-12-31"'],
  ...['"10000-01-01"', '"2028-02-29"', '"2026-06-30T23:59:60Z"', '"0001-01-01T00:00:00+14:00"'],
  ...['"0001-01-01T00:00:00.000Z"', '"9999-12-31T23:59:59.9999999-14:00"', '"9999-12-31T23:59:59.9996Z"'],
  ...['"2026-01-05T08:00:00.123456789+05:30"', '"active"', '"operateur"', '"+2250102030405"'],
  ...['"é@exemple.ci"', '[]', '[[]]', '[null]', '["clients.consulter"]'],
  ...['["clients.consulter","clients.consulter"]', '{}', '{"__proto__":{"id":1}}'],
  '{"resultat":"aucun","controle_le":"2026-01-05T08:00:00+01:00","correspondances":[],"reservations_concurrentes":[]}',
  ...[`"${'long '.repeat(60)}"`, `"${'\\u3300'.repeat(255)}"`],
]
/** Names that no record has, as the inside of a JSON text. */
export const oddKeys = [
  ...['__proto__', 'constructor', 'toString', 'ID', 'id ', '', 'ligne', '\\u0000', '\\ud800', 'été', '$1'],
]

/** Bytes that cut a line, a text or a character where it should not be cut. */
export const oddBytes = [
  ...['\x00', '\xff', '\xc0\x80', '\xed\xa0\x80', '\xef\xbb\xbf', '\r', '\n', '\r\n', '"', '{', '}', ','],
  ...['\\', '\t', '\xe2\x80\xa8'],
]
