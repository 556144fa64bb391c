/** After a file of the page could not be fetched, in milliseconds: the network is weak, or the service is busy. */
const AGAIN = 10_000

/** Stores the files of the page on the device: the next start needs no network. All of them, so it may fail at first. */
export function storeFiles(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').then(tryAgainIfRefused, tryAgainIfNotFetched)
}

/** Nothing is registered where service workers are blocked. */
function tryAgainIfRefused(registered: ServiceWorkerRegistration | undefined): void {
  const installing = registered?.installing
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant') tryAgain()
  })
}

/** A browser that forbids service workers says so with another error: it is not asked again. */
function tryAgainIfNotFetched(error: unknown): void {
  if (error instanceof TypeError) tryAgain()
}

const tryAgain = () => void setTimeout(storeFiles, AGAIN)
