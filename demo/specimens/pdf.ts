import type { Specimen } from './specimen.ts'

/** The characters of WinAnsi that Latin-1 has elsewhere or not at all. */
const special: Readonly<Record<string, string>> = { '’': '\x92', '–': '\x96', Œ: '\x8c', œ: '\x9c' }

const quoted = (text: string): string =>
  `(${text.replace(/[’–Œœ]/g, (found) => special[found] ?? found).replace(/[\\()]/g, '\\$&')})`

const text = (font: string, size: number, left: number, bottom: number, words: string): string =>
  `BT /${font} ${size} Tf ${left} ${bottom} Td ${quoted(words)} Tj ET`

/** A page of paper (A5, lying) with the issuer's band, the title, the lines, and «SPÉCIMEN» across. */
function page({ issuer, title, lines, statement, portrait }: Specimen): string {
  const left = portrait ? 160 : 40
  return [
    '0.93 0.80 0.77 rg',
    'BT /F2 92 Tf 0.91 0.42 -0.42 0.91 70 70 Tm (SP\xc9CIMEN) Tj ET',
    '0.07 0.36 0.33 rg 0 370 595 50 re f',
    `1 g ${text('F2', 15, 40, 389, issuer)}`,
    '0.14 0.15 0.19 rg',
    text('F2', 17, left, 325, title),
    `0.07 0.36 0.33 RG 1.5 w ${left} 314 m 555 314 l S`,
    ...lines.flatMap(([label, value], row) => [
      text('F1', 11, left, 284 - row * 28, `${label} :`),
      text('F2', 12, left + 110, 284 - row * 28, value),
    ]),
    text('F1', 11, left, 110, statement),
    ...(portrait ? ['0.69 0.66 0.60 rg 40 200 100 125 re f'] : []),
    text('F1', 8, 40, 30, 'Document de démonstration, sans valeur.'),
  ].join('\n')
}

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** The document as PDF, with fonts that every reader has. */
export function pdf(made: Specimen): Buffer {
  const content = page(made)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 6 0 R' +
      ' /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
