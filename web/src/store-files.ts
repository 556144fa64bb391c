import { Backoff } from './backoff.ts'

/** After a file of the page could not be fetched, in milliseconds: the network is weak, or the service is busy. */
const backoff = new Backoff(10_000, 300_000)

/** Stores the files of the page on the device: the next start needs no network. All of them, so it may fail at first. */
export function storeFiles(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').then(tryAgainIfRefused, tryAgain)
}

/** Nothing is registered where service workers are blocked. */
function tryAgainIfRefused(registered: ServiceWorkerRegistration | undefined): void {
  const installing = registered?.installing
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant') tryAgain()
  })
}

const tryAgain = () => void setTimeout(storeFiles, backoff.next())
