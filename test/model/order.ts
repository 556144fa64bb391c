type Key = string | number | boolean

/** A key that counts downwards: newest, latest, true first. */
interface Descending {
  readonly descending: Key
}

export const descending = (key: Key): Descending => ({ descending: key })

/** The items in the order of their keys, the first key that differs deciding (D11); texts go by code point. */
export function sorted<T>(items: readonly T[], keys: (item: T) => readonly (Key | Descending)[]): T[] {
  const keyed = items.map((item) => ({ item, places: keys(item).map(place) }))
  keyed.sort((a, b) => {
    for (const [index, one] of a.places.entries()) {
      const other = b.places[index] as Place
      const difference = Buffer.compare(one.bytes, other.bytes)
      if (difference !== 0) return one.down ? -difference : difference
    }
    return 0
  })
  return keyed.map(({ item }) => item)
}

interface Place {
  readonly bytes: Buffer
  readonly down: boolean
}

/** UTF-8 keeps the order of code points, which JavaScript's own comparison, of UTF-16 units, does not. */
function place(key: Key | Descending): Place {
  if (typeof key === 'object') return { bytes: place(key.descending).bytes, down: true }
  const text = typeof key === 'string' ? key : String(Number(key)).padStart(16, '0')
  return { bytes: Buffer.from(text), down: false }
}
