export type { Fetch } from './ask.ts'
export {
  type ActionOptions,
  type CallOptions,
  type Client as AntenneClient,
  createClient,
  type VersionedOptions,
} from './client.ts'
export * from './contract.ts'
export { type CopiedPage, type CopyStore, memoryStore, type Ressource, type Ressources } from './copy.ts'
export { AntenneError, type AntenneErrorCode } from './error.ts'
export { type Files, fileStore } from './file-store.ts'
export { indexedDbStore } from './indexed-db-store.ts'
export { newKey } from './key.ts'
export type { ClientOptions } from './options.ts'
export { items, type PagedOperation, pages } from './pages.ts'
export { type Synced, type SyncOptions, sync } from './sync.ts'
