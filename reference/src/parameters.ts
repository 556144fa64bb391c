import type { Schema } from '../../src/contract/kind.ts'
import type { Described, Parameter } from '../../src/http/description/document.ts'
import { typeWords } from '../../src/http/description/type-words.ts'
import { bodyField } from './body.ts'
import { h, withCode } from './dom.ts'
import { keyField } from './key.ts'
import type { Sent } from './request.ts'

/** The form fields of an operation, and the request that they give. */
export interface Fields {
  readonly elements: readonly HTMLElement[]
  /** The value of a parameter, to be filled in; undefined where the operation has none of that name. */
  field(name: string): HTMLInputElement | undefined
  request(): Sent
}

export function fieldsOf({ id: operation, method, path, parameters, body }: Described): Fields {
  const fields = parameters.map((parameter) => ({ parameter, field: fieldOf(operation, parameter) }))
  const sent = body === undefined ? undefined : bodyField(operation, body)
  const given = (place: Parameter['in']) =>
    fields
      .filter(({ parameter, field }) => parameter.in === place && field.value.trim() !== '')
      .map(({ parameter, field }) => [parameter.name, field.value.trim()] as const)
  return {
    elements: [
      ...fields.map(({ parameter, field }) => labelled(parameter, field)),
      ...(sent === undefined ? [] : [sent.element]),
    ],
    field(name) {
      const found = fields.find(({ parameter }) => parameter.name === name)?.field
      return found instanceof HTMLInputElement ? found : undefined
    },
    request() {
      const filled = given('path').reduce(
        (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
        path,
      )
      const query = new URLSearchParams(given('query').map(([name, value]) => [name, value]))
      const headers = Object.fromEntries(
        given('header').map(([name, value]) => [name, inHeader(name, value)]),
      )
      return {
        method,
        address: query.size === 0 ? filled : `${filled}?${query}`,
        headers: sent === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: sent?.text(),
      }
    },
  }
}

/** A version is written as the reads give it, and sent between quotes. */
const inHeader = (name: string, value: string): string =>
  name === 'If-Match' && !value.startsWith('"') ? `"${value}"` : value

function fieldOf(operation: string, { name, schema, required = false }: Parameter) {
  const id = `${operation}-${name}`
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const common = { id, name, required, 'aria-describedby': `${id}-aide` }
  if (values !== undefined) {
    const options = values.map((value) => h('option', { value }, value))
    return h('select', common, h('option', { value: '' }, 'indifférent'), ...options)
  }
  return h('input', { ...common, type: 'text', autocomplete: 'off', ...formOf(name, schema) })
}

function formOf(name: string, schema: Schema) {
  if (schema.type === 'integer') {
    const placeholder = schema.default === undefined ? undefined : String(schema.default)
    return { inputmode: 'numeric', placeholder }
  }
  const shape = schema.format === 'uuid' ? '00000000-0000-…' : undefined
  return { spellcheck: 'false', placeholder: name === 'If-Match' ? '2026-11-15T08:30:00.000Z' : shape }
}

function labelled({ name, description = '', schema, required }: Parameter, field: HTMLElement): HTMLElement {
  const label = h('label', { for: field.id }, h('code', {}, name), required === true ? ' (obligatoire)' : '')
  const kind = schema.enum === undefined ? ` (${typeWords(schema)})` : ''
  const hint = h('p', { id: `${field.id}-aide`, class: 'hint' }, ...withCode(description), kind)
  const made = name === 'Idempotency-Key' && field instanceof HTMLInputElement ? [keyField(field)] : []
  return h('div', { class: 'field' }, label, field, hint, ...made)
}
