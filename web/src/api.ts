import { type AntenneClient, createClient } from 'antenne-client'
import { createContext, useContext } from 'react'
import type { Configuration } from './configuration.ts'
import { type Tokens, tokensOf } from './session/sign-in.ts'

/** What a screen works with: the operations, and what the page was told at its start. */
export interface Means {
  readonly configuration: Configuration
  readonly api: AntenneClient
  /** The same operations for long work: it waits where a person would be told to. */
  readonly patient: AntenneClient
}

const clientOf = ({ token, renew }: Tokens, patience: { retries: number; longestWait: number }) =>
  createClient({ baseUrl: '', token, onUnauthorized: renew, ...patience })

export function meansOf(configuration: Configuration): Means {
  const tokens = tokensOf(configuration)
  return {
    configuration,
    // A person sees that they must wait; a short pause is not worth telling.
    api: clientOf(tokens, { retries: 2, longestWait: 2500 }),
    patient: clientOf(tokens, { retries: 10, longestWait: 120_000 }),
  }
}

export const MeansContext = createContext<Means | null>(null)

export function useMeans(): Means {
  const means = useContext(MeansContext)
  if (means === null) throw new Error('no means given')
  return means
}

export const useApi = (): AntenneClient => useMeans().api
