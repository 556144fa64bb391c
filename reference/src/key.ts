import { h } from './dom.ts'

/** Gives a field a key of its own; the button makes another, for another action. */
export function keyField(field: HTMLInputElement): HTMLElement {
  const begin = () => {
    field.value = newKey()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.value = newKey()
  return h('button', { type: 'button', class: 'other', onclick: begin }, 'Nouvelle clé')
}

/** `randomUUID` is missing where the page is not served securely. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
