import type { Static } from 'typebox'
import type { CompteDemonstration, ConfigurationPage, JetonDemonstration } from '../../src/contract/page.ts'

export type Configuration = Static<typeof ConfigurationPage>
export type Connexion = NonNullable<Configuration['connexion']>
export type Compte = Static<typeof CompteDemonstration>
export type Jeton = Static<typeof JetonDemonstration>

/** Reads JSON outside the API; throws if there is no answer. */
export async function fetchJson<Body>(path: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

export const readConfiguration = (): Promise<Configuration> => fetchJson('/configuration.json')
