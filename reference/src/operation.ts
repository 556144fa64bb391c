import { type Described, type Document, listOf } from '../../src/http/description/document.ts'
import { show } from './ask.ts'
import { folded, h, paragraphs, withCode } from './dom.ts'
import { json } from './json.ts'
import { parameterFields } from './parameters.ts'
import { typeLinks } from './resources.ts'
import type { Bearer } from './token.ts'

/** An operation: its description, a form that sends requests, an example answer, its errors. */
export function operationSection(operation: Described, document: Document, bearer: Bearer): HTMLElement {
  const { id, path, summary, description } = operation
  return h(
    'section',
    { id, class: 'operation', 'aria-labelledby': `${id}-titre` },
    h('h3', { id: `${id}-titre` }, ...withCode(summary)),
    h('p', { class: 'address' }, h('strong', {}, 'GET'), ' ', h('code', {}, path), ' ', h('span', {}, id)),
    ...(description === summary ? [] : paragraphs(description)),
    h('p', {}, 'Réponse : ', ...typeLinks(operation.result), '.'),
    tryForm(operation, document, bearer),
    folded('Exemple de réponse', json(operation.example, `Exemple de réponse de ${id}`)),
    folded('Erreurs', ...operation.refusals.flatMap((refusal) => error(refusal, document))),
  )
}

function tryForm(operation: Described, document: Document, bearer: Bearer): HTMLElement {
  const fields = parameterFields(operation)
  const result = h('div', { class: 'answer', role: 'status' })
  const command = h('code')
  const present = () => {
    const token = operation.open ? '' : " -H 'Authorization: Bearer JETON'"
    command.textContent = `curl${token} '${location.origin}${fields.address()}'`
  }
  const ask = (event: Event) => {
    event.preventDefault()
    void show(result, fields.address(), operation.open ? undefined : bearer.token)
  }
  present()
  return h(
    'form',
    { onsubmit: ask, oninput: present, 'aria-label': `Essayer ${operation.id}` },
    h('div', { class: 'fields' }, ...fields.elements),
    h(
      'p',
      { class: 'buttons' },
      h('button', { type: 'submit' }, 'Envoyer la requête'),
      fields.id === undefined ? undefined : exampleButton(fields.id, operation, document, bearer, present),
    ),
    h('pre', { class: 'command', tabindex: 0, role: 'group', 'aria-label': 'Commande équivalente' }, command),
    result,
  )
}

/** Fills in the id of an existing item: the first of the list. */
function exampleButton(
  field: HTMLInputElement,
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
    const first = body?.donnees?.[0]?.id
    field.setCustomValidity(
      first === undefined ? (body?.message ?? 'La liste est vide ou n’a pas répondu.') : '',
    )
    if (first === undefined) return void field.reportValidity()
    field.value = first
    present()
  }
  field.addEventListener('input', () => field.setCustomValidity(''))
  return h(
    'button',
    { type: 'button', class: 'other', onclick: () => void fill() },
    'Utiliser le premier de la liste',
  )
}

function error({ status, code }: Described['refusals'][number], { components }: Document): HTMLElement[] {
  const response = components.responses[code]
  const example = response?.content['application/json'].example
  return [
    h('h4', {}, `${status} `, h('code', {}, code)),
    h('p', {}, `${response?.description}.`),
    json(example, `Exemple de l’erreur ${code}`),
  ]
}
