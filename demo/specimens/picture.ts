import { ADVANCE, eachDot, LEADING } from './letters.ts'
import type { Specimen } from './specimen.ts'

/** A picture in a few colours: the index of its colour for each pixel, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Red, green and blue of each colour: paper, ink, the issuer's band, the mark of a specimen, a face. */
export const colours = [
  [250, 248, 240],
  [36, 38, 48],
  [18, 92, 84],
  [236, 204, 196],
  [176, 168, 152],
] as const
const [PAPER, INK, BAND, MARK, FACE] = [0, 1, 2, 3, 4]

const WIDTH = 480
const HEIGHT = 320
const MARGIN = 20
/** Pixels of a letter's dot. */
const DOT = 2
/** Where the title and the face begin. */
const TOP = 66
const PORTRAIT = { width: 96, height: 120 }

type Box = readonly [left: number, top: number, width: number, height: number]

function fill(pixels: Uint8Array, [left, top, width, height]: Box, colour: number): void {
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) pixels[y * WIDTH + x] = colour
}

function write(pixels: Uint8Array, text: string, left: number, top: number, colour: number): void {
  eachDot(text, (x, y) => fill(pixels, [left + x * DOT, top + y * DOT, DOT, DOT], colour))
}

function disc(pixels: Uint8Array, centreX: number, centreY: number, radius: number): void {
  for (let y = -radius; y <= radius && centreY + y < TOP + PORTRAIT.height; y++) {
    const half = Math.round(Math.sqrt(radius * radius - y * y))
    fill(pixels, [centreX - half, centreY + y, 2 * half, 1], FACE)
  }
}

/** The paper on which all are drawn: a band above, and «SPÉCIMEN» rising across. */
const paper = new Uint8Array(WIDTH * HEIGHT)
eachDot('SPÉCIMEN', (x, y) => fill(paper, [36 + x * 9, 236 + y * 9 - Math.round(x * 2.25), 9, 9], MARK))
fill(paper, [0, 0, WIDTH, 44], BAND)

/** A scanned document or card: its issuer, its title, its lines, and a face on a card. */
export function drawn({ issuer, title, lines, statement, portrait }: Specimen): Picture {
  const pixels = paper.slice()
  write(pixels, issuer, MARGIN, 18, PAPER)
  const left = portrait ? 2 * MARGIN + PORTRAIT.width : MARGIN
  const room = WIDTH - MARGIN - left
  let top = TOP
  const paragraph = (text: string) => {
    for (const line of wrapped(text, Math.floor(room / (ADVANCE * DOT)))) {
      write(pixels, line, left, top, INK)
      top += LEADING * DOT
    }
  }
  paragraph(title)
  fill(pixels, [left, top - 2, room, 2], BAND)
  top += 16
  for (const [label, value] of lines) paragraph(`${label} : ${value}`)
  top += 10
  paragraph(statement)
  if (portrait) {
    fill(pixels, [MARGIN, TOP, PORTRAIT.width, PORTRAIT.height], MARK)
    disc(pixels, MARGIN + PORTRAIT.width / 2, TOP + 44, 24)
    disc(pixels, MARGIN + PORTRAIT.width / 2, TOP + 120, 42)
  }
  return { width: WIDTH, height: HEIGHT, pixels }
}

function wrapped(text: string, length: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > length) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
