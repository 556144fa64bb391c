import type { Fetch } from 'antenne-client'

/** After this many milliseconds without a byte sent or received the connection counts as lost. */
const SILENCE = 60_000

/**
 * A `fetch` that says how much of the body is sent, from 0 to 1: browsers tell that of an XMLHttpRequest alone. It
 * fails when the connection is silent for a minute, as those of a phone without a network are.
 */
export const uploadingFetch =
  (onProgress: (share: number) => void): Fetch =>
  (url, { method, body, headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let silence: ReturnType<typeof setTimeout> | undefined
      const heard = () => {
        clearTimeout(silence)
        silence = setTimeout(() => request.abort(), SILENCE)
      }
      const abort = () => request.abort()
      request.upload.onprogress = ({ loaded, total }) => {
        heard()
        onProgress(total === 0 ? 0 : loaded / total)
      }
      request.onprogress = heard
      request.onload = () =>
        resolve({
          status: request.status,
          headers: { get: (name) => request.getResponseHeader(name) },
          text: async () => request.responseText,
        })
      request.onerror = () => reject(new TypeError('the connection was lost'))
      request.onabort = () => reject(new TypeError('given up'))
      request.onloadend = () => {
        clearTimeout(silence)
        signal.removeEventListener('abort', abort)
      }
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      signal.addEventListener('abort', abort)
      heard()
      onProgress(0)
      request.send(body ?? null)
    })
