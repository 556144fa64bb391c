/** The part of a file that is asked for, both ends included; null: all of it; undefined: there is no such part. */
export function partOf(
  header: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | null | undefined {
  // Several parts, or another unit, may be answered with all of it.
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? undefined : { first: size - length, last: size - 1 }
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return null
  return first >= size ? undefined : { first, last }
}
