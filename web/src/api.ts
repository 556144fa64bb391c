import { type AntenneClient, createClient } from 'antenne-client'
import { createContext, useContext } from 'react'
import type { Configuration } from './configuration.ts'
import { nameLookup } from './names.ts'
import { type Tokens, tokensOf } from './session/sign-in.ts'

/** The dependencies of a screen: the operations, and the configuration. */
interface Means {
  readonly configuration: Configuration
  readonly api: AntenneClient
  /** The same operations for exports: they wait where a person would be asked to. */
  readonly patient: AntenneClient
  /** The same for what people do: sent again for minutes, under one key. */
  readonly acting: AntenneClient
  /** Looks up a name by its id. */
  readonly nameOf: (id: string) => Promise<string | null>
}

const clientOf = ({ token, renew }: Tokens, patience: { retries: number; longestWait: number }) =>
  createClient({ baseUrl: '', token, onUnauthorized: renew, ...patience })

export function meansOf(configuration: Configuration): Means {
  const tokens = tokensOf(configuration)
  // A person is told to wait; short pauses are not worth showing.
  const api = clientOf(tokens, { retries: 2, longestWait: 2500 })
  return {
    configuration,
    api,
    nameOf: nameLookup(api),
    patient: clientOf(tokens, { retries: 10, longestWait: 120_000 }),
    acting: clientOf(tokens, { retries: 40, longestWait: 120_000 }),
  }
}

export const MeansContext = createContext<Means | null>(null)

export function useMeans(): Means {
  const means = useContext(MeansContext)
  if (means === null) throw new Error('no means given')
  return means
}

export const useApi = (): AntenneClient => useMeans().api
