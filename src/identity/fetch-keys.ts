import type { JSONWebKeySet } from 'jose'
import { isOpenToAll } from '../addresses.ts'

/** Where an OpenID provider's keys are. */
export interface KeySource {
  readonly issuer: string
  /** Absent: found by discovery. */
  readonly jwksUrl: string | undefined
}

const MAX_CHARACTERS = 1_000_000

/** The key set that the provider publishes now. An error names the address that failed, and why. */
export async function fetchKeySet(
  { issuer, jwksUrl }: KeySource,
  signal: AbortSignal,
): Promise<JSONWebKeySet> {
  const address = jwksUrl ?? (await discover(issuer, signal))
  const set = (await fetchDocument(address, signal)).content as Partial<JSONWebKeySet> | null
  if (!Array.isArray(set?.keys)) throw new Error(`${address} is not a set of keys`)
  return { ...set, keys: set.keys }
}

/** Where a provider describes itself. */
export const discoveryOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** What is read of that description. */
export type Discovery = { readonly issuer?: unknown; readonly jwks_uri?: unknown } | null

async function discover(issuer: string, signal: AbortSignal): Promise<string> {
  const address = discoveryOf(issuer)
  const document = (await fetchDocument(address, signal)).content as Discovery
  if (document?.issuer !== issuer || typeof document.jwks_uri !== 'string') {
    throw new Error(`${address} is not the discovery document of ${issuer}, to the letter`)
  }
  if (!isAsSafe(document.jwks_uri, issuer)) {
    throw new Error(`${address} names keys at an address that is less safe than its own`)
  }
  return document.jwks_uri
}

/** Whether the address is https, or http like its issuer and no farther away than it. */
export function isAsSafe(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === new URL(issuer).protocol && (isOpenToAll(issuer) || !isOpenToAll(address))
}

interface Document {
  readonly content: unknown
  /** When the provider sent it, by its own clock. */
  readonly date: string | null
}

/** A JSON document of the provider, if it is not too long. */
export async function fetchDocument(address: string, signal: AbortSignal): Promise<Document> {
  try {
    const response = await fetch(address, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.length > MAX_CHARACTERS) throw new Error(`over ${MAX_CHARACTERS} characters`)
    }
    return { content: JSON.parse(text), date: response.headers.get('date') }
  } catch (error) {
    throw new Error(`${address}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The innermost cause: `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string }
  return cause instanceof Error ? reasonOf(cause) : message || code || String(error)
}
