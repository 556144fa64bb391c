import { caller } from './call.ts'
import { type Actions, actions, type Operations, operations } from './contract.ts'
import type { AntenneError } from './error.ts'
import { newKey } from './key.ts'
import type { ClientOptions } from './options.ts'

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, which then fails with the code `annulation`. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of one attempt, in milliseconds: the client's, for a file ten minutes. */
  readonly timeout?: number | undefined
}

/** Options of an action. */
export interface ActionOptions extends CallOptions {
  /** The key of the intention, to go on with one that was interrupted: `newKey()`. A new one unless given. */
  readonly key?: string | undefined
  /** Called before each new attempt, to tell the person. */
  readonly onRetry?: ((error: AntenneError) => void) | undefined
}

/** Options of an action on something that the person saw. */
export interface VersionedOptions extends ActionOptions {
  /** Its `modifie_le`, as it was shown. */
  readonly version: string
}

/**
 * One function per operation and per action; each works on its own: `const { listerClients } = createClient(…)`. An
 * action is one intention: it is sent again under the same key until the service has answered.
 */
export type Client = Operations<CallOptions> & Actions<ActionOptions, VersionedOptions>

export function createClient(options: ClientOptions): Client {
  const call = caller(options)
  const reads = Object.entries(operations).map(([id, { path, query, open }]) => [
    id,
    (...parameters: unknown[]) => {
      const address = addressOf(path, parameters)
      const asked = query === true ? queryString(parameters.shift() as object | undefined) : ''
      const { signal, timeout } = (parameters.shift() ?? {}) as CallOptions
      return call({ path: address + asked, withToken: open !== true, signal, timeout })
    },
  ])
  const acts = Object.entries(actions).map(([id, { method, path, versioned, empty, keyless, binary }]) => [
    id,
    (...parameters: unknown[]) => {
      const address = addressOf(path, parameters)
      const content = empty === true ? undefined : parameters.shift()
      const body =
        binary === true ? (content as Blob) : content === undefined ? undefined : JSON.stringify(content)
      const given = (parameters.shift() ?? {}) as Partial<VersionedOptions>
      const headers: Record<string, string> = {}
      if (body instanceof Blob) Object.assign(headers, fileHeaders(body))
      else if (body !== undefined) headers['content-type'] = 'application/json'
      if (keyless !== true) headers['idempotency-key'] = given.key ?? newKey()
      if (versioned === true) headers['if-match'] = `"${given.version}"`
      const { signal, onRetry, timeout = binary === true ? LONGEST_UPLOAD : undefined } = given
      return call({
        path: address,
        withToken: true,
        signal,
        timeout,
        action: { method, body, headers, onRetry },
      })
    },
  ])
  return Object.fromEntries([...reads, ...acts])
}

/** A file on a weak network, in milliseconds. */
const LONGEST_UPLOAD = 600_000

/** Lone surrogates, which `encodeURIComponent` refuses, are sent as U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\u{FFFD}'))

/** What a file is called and of which type it is. */
const fileHeaders = (file: Blob & { readonly name?: string }): Record<string, string> => ({
  'content-type': file.type,
  'content-disposition': `attachment; filename*=UTF-8''${encoded(file.name ?? 'fichier').replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )}`,
})

/** Takes the ids of the path from the parameters, if it has any. */
const addressOf = (path: string, parameters: unknown[]): string =>
  path.replace(/\{\w+\}/g, () => encoded(String(parameters.shift())))

function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = given.map(([name, value]) => `${name}=${encoded(String(value))}`).join('&')
  return text === '' ? '' : `?${text}`
}
