import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** What the build puts in: its files, and patterns of the addresses that show the page. */
declare const BUILT: {
  readonly files: readonly { readonly url: string; readonly revision: string | null }[]
  readonly addresses: readonly string[]
}
declare const self: { skipWaiting(): Promise<void> }

/*
 * Only the files of the page are stored here: the same for everybody. Answers of the service never pass through this
 * cache; what is known of a person is kept elsewhere (`device/`), and forgotten with the session.
 */
const { files, addresses } = BUILT
void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute([...files], { cleanURLs: false })
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/'), {
    allowlist: addresses.map((pattern) => new RegExp(pattern)),
  }),
)
