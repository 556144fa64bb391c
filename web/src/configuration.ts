import type { Static } from 'typebox'
import type { CompteDemonstration, ConfigurationPage, JetonDemonstration } from '../../src/contract/page.ts'

export type Configuration = Static<typeof ConfigurationPage>
export type Connexion = NonNullable<Configuration['connexion']>
export type Compte = Static<typeof CompteDemonstration>
export type Jeton = Static<typeof JetonDemonstration>

/** How long to wait before each further try, in milliseconds. */
const PAUSES = [500, 1000, 2000, 4000]

/** Reads JSON outside the API. Tries again where the service or the network fails, and throws in the end. */
export async function fetchJson<Body>(
  path: string,
  init?: RequestInit,
  [pause, ...pauses]: readonly number[] = PAUSES,
): Promise<Body> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (pause === undefined || !navigator.onLine) throw error
  })
  if (response?.ok) return response.json()
  const passes = response === undefined || response.status === 429 || response.status >= 500
  if (pause === undefined || !passes) throw new Error(`${path}: ${response?.status}`)
  await new Promise((resolve) => setTimeout(resolve, pause))
  return fetchJson(path, init, pauses)
}

/** The service did not say how the page is configured. */
export class NotConfigured extends Error {}

const NOT_STARTED = 'La page n’a pas pu démarrer. Vérifiez votre connexion, puis réessayez.'

export const readConfiguration = (): Promise<Configuration> =>
  fetchJson<Configuration>('/configuration.json').catch((cause: unknown) => {
    throw new NotConfigured(NOT_STARTED, { cause })
  })
