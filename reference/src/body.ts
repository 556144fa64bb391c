import type { Described } from '../../src/http/description/document.ts'
import { h } from './dom.ts'
import { typeLinks } from './resources.ts'

/** The field of a request's body, with its example. It lets nothing but JSON be sent. */
export function bodyField(operation: string, { schema, example }: NonNullable<Described['body']>) {
  const id = `${operation}-corps`
  const text = JSON.stringify(example, null, 2)
  const field = h('textarea', {
    id,
    rows: Math.min(text.split('\n').length + 1, 24),
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': `${id}-aide`,
    oninput: () => field.setCustomValidity(faultOf(field.value)),
  })
  field.value = text
  const element = h(
    'div',
    { class: 'field body' },
    h('label', { for: id }, 'Corps (JSON)'),
    field,
    h('p', { id: `${id}-aide`, class: 'hint' }, 'Champs : ', ...typeLinks(schema), '.'),
  )
  return { element, text: () => field.value }
}

function faultOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch {
    return 'Ce n’est pas du JSON : vérifiez les guillemets, les virgules et les accolades.'
  }
}
