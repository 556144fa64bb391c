import { Backoff } from './backoff.ts'

/** After a file of the page could not be fetched, in milliseconds: the network is weak, or the service is busy. */
const backoff = new Backoff(10_000, 300_000)

/** Stores the files of the page on the device: the next start needs no network. All of them, so it may fail at first. */
export function storeFiles(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').then(watch, () => later(storeFiles))
}

/** Nothing is registered where service workers are blocked. */
function watch(registration: ServiceWorkerRegistration | undefined): void {
  if (registration === undefined) return
  tryAgainIfRefused(registration)
  registration.onupdatefound = () => tryAgainIfRefused(registration)
  // The browser asked by itself as the page was opened, before anybody looked what came of it.
  if (registration.active !== null && registration.installing === null) renew(registration)
}

/** Of a worker that is being installed, the first change says whether it has all files. */
function tryAgainIfRefused(registration: ServiceWorkerRegistration): void {
  const { installing } = registration
  if (installing === null) return
  installing.onstatechange = () => {
    installing.onstatechange = null
    if (installing.state === 'redundant') later(() => renew(registration))
  }
}

/** What is registered is not registered again: beside files of an earlier version, those of the new one are asked for. */
function renew(registration: ServiceWorkerRegistration): void {
  if (registration.active === null) storeFiles()
  else registration.update().catch(() => later(() => renew(registration)))
}

const later = (again: () => void) => void setTimeout(again, backoff.next())
