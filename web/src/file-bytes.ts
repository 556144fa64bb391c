import { AntenneError } from 'antenne-client'

/** How often a download that was cut goes on before the person is asked. */
const MOST = 5
const PAUSE = 1000

interface Download {
  /** Asks for a link to the file; each holds for some minutes. */
  readonly link: () => Promise<string>
  /** How many bytes it has. */
  readonly size: number
  readonly signal: AbortSignal
  /** How many bytes are there. */
  readonly onProgress: (octets: number) => void
}

/** The file that a link leads to. A download that is cut goes on where it was. */
export async function fileBytes({ link, size, signal, onProgress }: Download): Promise<readonly BlobPart[]> {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let have = 0
  let tag = ''
  for (let tried = 0; ; tried += 1) {
    const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-`, 'if-range': tag } : {}
    try {
      const { pathname, search } = new URL(await link(), location.href)
      const response = await fetch(pathname + search, { signal, headers })
      if (response.ok && response.body !== null) {
        if (response.status !== 206) {
          pieces = []
          have = 0
        }
        tag = response.headers.get('etag') ?? ''
        await readAll(response.body, (piece) => {
          pieces.push(piece)
          have += piece.length
          onProgress(have)
        })
        if (have >= size) return pieces
      }
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
    }
    if (tried >= MOST) throw new Error(CUT)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** The service says why there is no link: asking again changes nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AntenneError && error.status !== null && error.status < 500

const CUT = 'Le document n’a pas pu être chargé. Vérifiez votre connexion, puis réessayez.'

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) take(read.value)
}
