import { type AntenneClient, type ClientOptions, createClient } from 'antenne-client'
import { createContext, useContext } from 'react'
import { withAhead } from './ahead.ts'
import type { Configuration } from './configuration.ts'
import type { Kept } from './device/kept.ts'
import { watched } from './device/network.ts'
import { type Acting, keptActions } from './device/outbox.ts'
import { nameLookup } from './names.ts'
import { type Tokens, tokensOf } from './session/sign-in.ts'
import { currentSubject } from './session/token.ts'
import { uploadingFetch } from './upload.ts'

/** The dependencies of a screen: the operations, and the configuration. */
interface Services {
  readonly configuration: Configuration
  readonly api: AntenneClient
  /** The same operations for exports: they wait where a person would be asked to. */
  readonly patient: AntenneClient
  /** What people do: kept on the device until it is answered, sent again for minutes, under one key. */
  readonly acting: Acting
  /** The same for a file: it says how much is sent, from 0 to 1, and 0 again whenever it is sent again. */
  readonly uploading: (onProgress: (share: number) => void) => Acting
  /** Looks up a name by its id. */
  readonly nameOf: (id: string) => Promise<string | null>
}

type Manner = Pick<ClientOptions, 'retries' | 'longestWait' | 'fetch'>

const clientOf = ({ token, renew }: Tokens, manner: Manner) =>
  createClient({
    ...{ baseUrl: '', token, onUnauthorized: renew },
    ...{ fetch: watched(withAhead((url, init) => fetch(url, init))), ...manner },
  })

/** What people do is sent again for minutes. */
const PATIENT = { retries: 40, longestWait: 120_000 }

export function servicesOf(configuration: Configuration, kept: Kept | undefined): Services {
  const tokens = tokensOf(configuration, kept)
  // A person is told to wait; short pauses are not worth showing.
  const api = clientOf(tokens, { retries: 2, longestWait: 2500 })
  const userNow = () => currentSubject() ?? kept?.user ?? ''
  return {
    configuration,
    api,
    nameOf: nameLookup(api),
    patient: clientOf(tokens, { retries: 10, longestWait: 120_000 }),
    acting: keptActions(clientOf(tokens, PATIENT), userNow),
    uploading: (onProgress) =>
      keptActions(clientOf(tokens, { ...PATIENT, fetch: watched(uploadingFetch(onProgress)) }), userNow),
  }
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('no services given')
  return services
}

export const useApi = (): AntenneClient => useServices().api
