import type { JSONWebKeySet } from 'jose'
import { isOpenToAll } from '../addresses.ts'

/** Where an OpenID provider's keys are. */
export interface KeySource {
  readonly issuer: string
  /** Absent: found by discovery. */
  readonly jwksUrl: string | undefined
}

const LARGEST = 1_000_000

/** The key set that the provider publishes now. An error names the address that failed, and why. */
export async function fetchKeySet(
  { issuer, jwksUrl }: KeySource,
  signal: AbortSignal,
): Promise<JSONWebKeySet> {
  const address = jwksUrl ?? (await discover(issuer, signal))
  const set = (await fetchJson(address, signal)) as Partial<JSONWebKeySet> | null
  if (!Array.isArray(set?.keys)) throw new Error(`${address} is not a set of keys`)
  return { ...set, keys: set.keys }
}

async function discover(issuer: string, signal: AbortSignal): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = (await fetchJson(address, signal)) as { issuer?: unknown; jwks_uri?: unknown } | null
  if (document?.issuer !== issuer || typeof document.jwks_uri !== 'string') {
    throw new Error(`${address} is not the discovery document of ${issuer}, to the letter`)
  }
  if (!isAsSafe(document.jwks_uri, issuer)) {
    throw new Error(`${address} names keys at an address that is less safe than its own`)
  }
  return document.jwks_uri
}

/** Whether the address is https, or http like its issuer and no farther away than it. */
function isAsSafe(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === new URL(issuer).protocol && (isOpenToAll(issuer) || !isOpenToAll(address))
}

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(address, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`status ${response.status}`)
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      if (text.length > LARGEST) throw new Error(`over ${LARGEST} characters`)
    }
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${address}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The innermost cause: `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string }
  return cause instanceof Error ? reasonOf(cause) : message || code || String(error)
}
