import { h } from './dom.ts'
import { json } from './json.ts'

/** Sends the request and shows the answer: status, time, the important headers, and the body. */
export async function show(place: HTMLElement, address: string, token: string | undefined): Promise<void> {
  place.replaceChildren(h('p', {}, 'Requête en cours…'))
  const start = performance.now()
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers, cache: 'no-store' })
    const text = await response.text()
    const time = Math.round(performance.now() - start)
    place.replaceChildren(...answer(response, text, time))
  } catch {
    const message = 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.'
    place.replaceChildren(h('p', { class: 'bad' }, message))
  }
}

const shown = ['etag', 'x-request-id', 'retry-after']

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
  return [line, h('dl', { class: 'headers' }, ...headers), json(bodyOf(text), 'Corps de la réponse')]
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
