/** Contents of files are stored in pieces of this many bytes; the last one of a file may be shorter. */
export const PIECE = 1 << 18

/** The bytes of a file in pieces as they are stored, one in memory at a time. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (length + rest.length >= PIECE) {
      const end = PIECE - length
      yield Buffer.concat([...kept, rest.subarray(0, end)])
      rest = rest.subarray(end)
      kept = []
      length = 0
    }
    if (rest.length > 0) kept.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(kept)
}
