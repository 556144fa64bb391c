import { type Described, type Document, type Fault, listOf } from '../../src/http/description/document.ts'
import { show } from './ask.ts'
import { folded, h, paragraphs, withCode } from './dom.ts'
import { json } from './json.ts'
import { type Fields, fieldsOf } from './parameters.ts'
import { commandOf } from './request.ts'
import { typeLinks } from './resources.ts'
import type { Bearer } from './token.ts'

/** An operation: its description, a form that sends requests, an example answer, its errors. */
export function operationSection(operation: Described, document: Document, bearer: Bearer): HTMLElement {
  const { id, method, path, summary, description, status, answer } = operation
  const result = answer === undefined ? ['sans corps'] : typeLinks(answer.schema)
  return h(
    'section',
    { id, class: 'operation', 'aria-labelledby': `${id}-titre` },
    h('h3', { id: `${id}-titre` }, ...withCode(summary)),
    h('p', { class: 'address' }, h('strong', {}, method), ' ', h('code', {}, path), ' ', h('span', {}, id)),
    ...(description === summary ? [] : paragraphs(description)),
    h('p', {}, `Réponse ${status} : `, ...result, '.'),
    tryForm(operation, document, bearer),
    answer === undefined
      ? undefined
      : folded('Exemple de réponse', json(answer.example, `Exemple de réponse de ${id}`)),
    folded('Erreurs', faultList(operation, document)),
  )
}

function tryForm(operation: Described, document: Document, bearer: Bearer): HTMLElement {
  const fields = fieldsOf(operation)
  const result = h('div', { class: 'answer', role: 'status' })
  const command = h('code')
  const present = () => {
    command.textContent = commandOf(fields.request(), operation.open)
  }
  const ask = (event: Event) => {
    event.preventDefault()
    void show(result, fields.request(), operation.open ? undefined : bearer.token)
  }
  present()
  const id = fields.field('id')
  return h(
    'form',
    { onsubmit: ask, oninput: present, 'aria-label': `Essayer ${operation.id}` },
    fields.field('Idempotency-Key') === undefined ? undefined : h('p', { class: 'warning' }, WARNING),
    h('div', { class: 'fields' }, ...fields.elements),
    h(
      'p',
      { class: 'buttons' },
      h('button', { type: 'submit' }, 'Envoyer la requête'),
      id === undefined ? undefined : exampleButton(id, fields, operation, document, bearer, present),
    ),
    h('pre', { class: 'command', tabindex: 0, role: 'group', 'aria-label': 'Commande équivalente' }, command),
    result,
  )
}

const WARNING =
  'Attention : cette action modifie réellement les données. Renvoyée avec la même clé, elle n’est exécutée qu’une fois.'

/** Fills in the id of an existing item, the first of the list, and its version. */
function exampleButton(
  field: HTMLInputElement,
  fields: Fields,
  { path }: Described,
  { operations }: Document,
  bearer: Bearer,
  present: () => void,
): HTMLElement {
  const list = listOf(path, operations)?.path
  const fill = async () => {
    const headers = { authorization: `Bearer ${bearer.token ?? ''}` }
    const response = await fetch(`${list}?taille=1`, { headers }).catch(() => undefined)
    const body = await response?.json()
    const first = body?.donnees?.[0]
    field.setCustomValidity(
      first === undefined ? (body?.message ?? 'La liste est vide ou n’a pas répondu.') : '',
    )
    if (first === undefined) return void field.reportValidity()
    field.value = first.id
    // A contact or a site has a version of its own.
    const version = path.endsWith('_id}') ? undefined : fields.field('If-Match')
    if (version !== undefined) version.value = first.modifie_le
    present()
  }
  field.addEventListener('input', () => field.setCustomValidity(''))
  return h(
    'button',
    { type: 'button', class: 'other', onclick: () => void fill() },
    'Utiliser le premier de la liste',
  )
}

/** The errors of an operation, each with its section. */
function faultList({ refusals }: Described, { faults }: Document): HTMLElement {
  const own = faults.filter(({ code }) => refusals.includes(code))
  const lines = own.map(({ status, code, meaning }) =>
    h('li', {}, `${status} `, h('a', { href: `#erreur-${code}` }, h('code', {}, code)), ` : ${meaning}`),
  )
  return h('ul', {}, ...lines)
}

/** An error: when it comes, and what its answer looks like. */
export const faultSection = ({ status, code, meaning, example }: Fault): HTMLElement =>
  h(
    'section',
    { id: `erreur-${code}`, 'aria-labelledby': `erreur-${code}-titre` },
    h('h3', { id: `erreur-${code}-titre` }, `${status} `, h('code', {}, code)),
    h('p', {}, meaning),
    json(example, `Exemple de l’erreur ${code}`),
  )
