/** Capitals, digits and signs, five dots wide: a digit in base 32 for each of the seven rows, from the top. */
const shapes: Readonly<Record<string, string>> = {
  ...{ A: 'ehhvhhh', B: 'uhhuhhu', C: 'fgggggf', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'fggjhhf' },
  ...{ H: 'hhhvhhh', I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hpljhhh' },
  ...{ O: 'ehhhhhe', P: 'uhhuggg', Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe' },
  ...{ V: 'hhhhha4', W: 'hhhllrh', X: 'haa4aah', Y: 'hha4444', Z: 'v1248gv' },
  ...{ 0: 'ehjlphe', 1: '4c4444e', 2: 'eh168gv', 3: 'u11e11u', 4: 'iiiv222', 5: 'vgu11he', 6: 'eguhhhe' },
  ...{ 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf11e' },
  ...{ '.': '00000cc', ',': '0000c48', ':': '0cc0cc0', '-': '000e000', '/': '11248gg', "'": 'c480000' },
  ...{ '(': '2488842', ')': '8422248', '&': '8kk8lid', '+': '044v440' },
}

/** Accents: the row where they begin, counted from the letter's top, and their rows. */
const marks: Readonly<Record<string, readonly [number, string]>> = {
  '\u0300': [-3, '84'],
  '\u0301': [-3, '24'],
  '\u0302': [-3, '4a'],
  '\u0308': [-3, '0a'],
  '\u0327': [7, '48'],
}

/** Dots from one letter to the next, and from one line to the next. */
export const ADVANCE = 6
export const LEADING = 13

const dotsOf = (top: number, rows: string): (readonly [number, number])[] =>
  [...rows].flatMap((digit, row) =>
    [0, 1, 2, 3, 4]
      .filter((column) => Number.parseInt(digit, 32) & (16 >> column))
      .map((column) => [column, top + row] as const),
  )
const letters = new Map(Object.entries(shapes).map(([letter, rows]) => [letter, dotsOf(0, rows)]))
const accents = new Map(Object.entries(marks).map(([mark, [top, rows]]) => [mark, dotsOf(top, rows)]))

/** Calls `dot` for each dot of a text in capitals, from its top left corner. */
export function eachDot(text: string, dot: (x: number, y: number) => void): void {
  let x = -ADVANCE
  for (const character of text.toUpperCase().replaceAll('Œ', 'OE').normalize('NFD')) {
    const accent = accents.get(character)
    if (accent === undefined) x += ADVANCE
    for (const [right, down] of accent ?? letters.get(character) ?? []) dot(x + right, down)
  }
}
