export type { Fetch } from './ask.ts'
export {
  type ActionOptions,
  type CallOptions,
  type Client as AntenneClient,
  type ClientOptions,
  createClient,
  type VersionedOptions,
} from './client.ts'
export * from './contract.ts'
export { AntenneError, type AntenneErrorCode } from './error.ts'
export { newKey } from './key.ts'
export { items, type PagedOperation, pages } from './pages.ts'
