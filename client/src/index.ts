export type { Fetch } from './ask.ts'
export {
  type ActionOptions,
  type CallOptions,
  type Client as AntenneClient,
  createClient,
  type VersionedOptions,
} from './client.ts'
export * from './contract.ts'
export { AntenneError, type AntenneErrorCode } from './error.ts'
export { newKey } from './key.ts'
export type { ClientOptions } from './options.ts'
export { items, type PagedOperation, pages } from './pages.ts'
