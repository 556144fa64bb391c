import { colours, type Picture } from './picture.ts'

/** The places of a block from low to high frequencies, diagonal by diagonal, each the other way. */
const zigzag = Array.from({ length: 15 }, (_, sum) => {
  const diagonal = Array.from({ length: 8 }, (_, v) => v).filter((v) => sum - v >= 0 && sum - v < 8)
  return (sum % 2 === 0 ? diagonal.reverse() : diagonal).map((v) => v * 8 + (sum - v))
}).flat()

/** Coarser for higher frequencies. */
const steps = Array.from({ length: 64 }, (_, at) => 20 + 10 * ((at >> 3) + (at & 7)))

const waves = Float64Array.from({ length: 64 }, (_, at) => {
  const [u, x] = [at >> 3, at & 7]
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16)
})

/**
 * Codes of one bit for «as bright as the block before» and «nothing more in this block», and codes of one length for
 * all else: short for paper that is mostly empty, and easy to write. The symbols of the others are in order.
 */
interface Codes {
  readonly others: readonly number[]
  readonly length: number
}
const levels: Codes = { others: Array.from({ length: 11 }, (_, n) => n + 1), length: 5 }
const ZEROS = 0xf0
const runs: Codes = {
  others: [...Array.from({ length: 160 }, (_, n) => (Math.floor(n / 10) << 4) | ((n % 10) + 1)), ZEROS],
  length: 9,
}
const codesOf = ({ others, length }: Codes): Uint16Array => {
  const codes = new Uint16Array(256)
  for (const [n, symbol] of others.entries()) codes[symbol] = (1 << (length - 1)) + n
  return codes
}
const [levelCodes, runCodes] = [codesOf(levels), codesOf(runs)]

function segment(marker: number, data: readonly number[]): number[] {
  const length = data.length + 2
  return [0xff, marker, length >> 8, length & 255, ...data]
}

function codeTable(place: number, { others, length }: Codes): number[] {
  const counts = Array.from({ length: 16 }, (_, n) => (n === 0 ? 1 : n === length - 1 ? others.length : 0))
  return segment(0xc4, [place, ...counts, 0, ...others])
}

const tables = [
  ...segment(0xdb, [0, ...zigzag.map((at) => steps[at] as number)]),
  ...codeTable(0x00, levels),
  ...codeTable(0x10, runs),
]

/** The picture as a JPEG in shades of grey, as photocopies are. Its sides are multiples of eight. */
export function jpeg({ width, height, pixels }: Picture): Buffer {
  const bytes = [
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...tables,
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ]
  let pending = 0
  let count = 0
  const put = (value: number, length: number) => {
    pending = (pending << length) | value
    for (count += length; count >= 8; count -= 8) {
      const byte = (pending >> (count - 8)) & 255
      bytes.push(byte)
      // A byte of ones is followed by zero, to be no marker.
      if (byte === 255) bytes.push(0)
    }
    pending &= (1 << count) - 1
  }
  let before = 0
  const text = Buffer.from(pixels.buffer).toString('latin1')
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      let block = ''
      for (let row = top * width + left, n = 0; n < 8; n++, row += width) block += text.slice(row, row + 8)
      const { level, rest } = coded(block)
      const change = level - before
      if (change === 0) put(0, 1)
      else {
        put(levelCodes[sizeOf(change)] as number, levels.length)
        put(bitsOf(change), sizeOf(change))
      }
      before = level
      for (let n = 0; n < rest.length; n += 2) put(rest[n] as number, rest[n + 1] as number)
    }
  put(127, 7)
  bytes.push(0xff, 0xd9)
  return Buffer.from(bytes)
}

/** A number is written in as many bits as it needs, after a code that says how many. */
const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value))
const bitsOf = (value: number): number => (value < 0 ? value + (1 << sizeOf(value)) - 1 : value)

const shades = colours.map(([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue - 128)

/** A block: its brightness, and what to write of its other frequencies: a value, its length, and so on. */
interface Coded {
  readonly level: number
  readonly rest: readonly number[]
}

/** Empty paper and letters come again and again. */
const known = new Map<string, Coded>()

/** A block is given as text, a character for each pixel. */
function coded(block: string): Coded {
  let found = known.get(block)
  if (found === undefined) {
    const shaded = new Float64Array(64)
    for (let at = 0; at < 64; at++) shaded[at] = shades[block.charCodeAt(at)] as number
    found = codedFrequencies(transformed(transformed(shaded)))
    known.set(block, found)
  }
  return found
}

function codedFrequencies(found: Float64Array): Coded {
  const inSteps = (place: number): number => {
    const at = zigzag[place] as number
    return Math.round((found[at] as number) / (steps[at] as number))
  }
  const rest: number[] = []
  let zeros = 0
  for (let place = 1; place < 64; place++) {
    const value = inSteps(place)
    if (value === 0) zeros += 1
    else {
      for (; zeros > 15; zeros -= 16) rest.push(runCodes[ZEROS] as number, runs.length)
      rest.push(runCodes[(zeros << 4) | sizeOf(value)] as number, runs.length, bitsOf(value), sizeOf(value))
      zeros = 0
    }
  }
  if (zeros > 0) rest.push(0, 1)
  return { level: inSteps(0), rest }
}

/** Each row in frequencies, as a column of the result: done twice, all of the block. */
function transformed(block: Float64Array): Float64Array {
  const made = new Float64Array(64)
  for (let row = 0; row < 8; row++)
    for (let u = 0; u < 8; u++) {
      let sum = 0
      for (let x = 0; x < 8; x++) sum += (block[row * 8 + x] as number) * (waves[u * 8 + x] as number)
      made[u * 8 + row] = sum
    }
  return made
}
