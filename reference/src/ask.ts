import { h } from './dom.ts'
import { json } from './json.ts'
import type { Sent } from './request.ts'

/** Sends the request and shows the answer: status, time, the important headers, and the body. */
export async function show(place: HTMLElement, sent: Sent, token: string | undefined): Promise<void> {
  place.replaceChildren(h('p', {}, 'Requête en cours…'))
  const start = performance.now()
  try {
    const headers = { ...sent.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const { method, body = null } = sent
    const response = await fetch(sent.address, { method, headers, body, cache: 'no-store' })
    const text = await response.text()
    const time = Math.round(performance.now() - start)
    place.replaceChildren(...answer(response, text, time))
  } catch {
    const message = 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.'
    place.replaceChildren(h('p', { class: 'bad' }, message))
  }
}

const shown = ['location', 'idempotency-replayed', 'retry-after', 'etag', 'x-request-id']

function answer(response: Response, text: string, time: number): HTMLElement[] {
  const size = new Intl.NumberFormat('fr').format(text.length)
  const line = h(
    'p',
    { class: response.ok ? 'good' : 'bad' },
    h('strong', {}, String(response.status)),
    ` ${response.ok ? 'Succès' : 'Erreur'}, ${time} ms, ${size} caractères`,
  )
  const headers = shown.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [h('dt', {}, name), h('dd', {}, value)]
  })
  const body = text === '' ? h('p', {}, 'Réponse sans corps.') : json(bodyOf(text), 'Corps de la réponse')
  return [line, h('dl', { class: 'headers' }, ...headers), body]
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
