/** Stores the files of the page on the device: the next start needs no network. */
export function storeFiles(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}
