import { AntenneError } from 'antenne-client'

/** How often in a row a download that is cut goes on without getting anything, before the person is asked. */
const MOST = 5
const PAUSE = 1000

/** A connection that says nothing for so long is gone, in milliseconds. */
const SILENCE = 20_000

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
  for (let tried = 0; tried <= MOST; ) {
    const before = have
    const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-`, 'if-range': tag } : {}
    let connection: Connection | undefined
    try {
      const { pathname, search } = new URL(await link(), location.href)
      connection = whileHeard(signal)
      const response = await fetch(pathname + search, { signal: connection.signal, headers })
      if (response.ok && response.body !== null) {
        if (response.status !== 206) {
          pieces = []
          have = 0
        }
        tag = response.headers.get('etag') ?? ''
        const { heard } = connection
        await readAll(response.body, (piece) => {
          heard()
          pieces.push(piece)
          have += piece.length
          onProgress(have)
        })
        if (have >= size) return pieces
      }
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
    } finally {
      connection?.end()
    }
    tried = have > before ? 0 : tried + 1
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw new Error(CUT)
}

interface Connection {
  readonly signal: AbortSignal
  readonly heard: () => void
  readonly end: () => void
}

/** Gives a connection up with the signal, or once it has said nothing for too long. */
function whileHeard(signal: AbortSignal): Connection {
  const giveUp = new AbortController()
  const abort = () => giveUp.abort()
  let timer = setTimeout(abort, SILENCE)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return {
    signal: giveUp.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(abort, SILENCE)
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
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
