import type { Schema } from '../../src/contract/kind.ts'
import type { Described, Parameter } from '../../src/http/description/document.ts'
import { typeWords } from '../../src/http/description/type-words.ts'
import { h, withCode } from './dom.ts'

/** The form fields of an operation's parameters, and the address that they give. */
export interface Fields {
  readonly elements: readonly HTMLElement[]
  /** The field of the path's id, if there is one. */
  readonly id: HTMLInputElement | undefined
  address(): string
}

export function parameterFields({ id: operation, path, parameters }: Described): Fields {
  const fields = parameters.map((parameter) => ({ parameter, field: fieldOf(operation, parameter) }))
  const id = fields.find(({ parameter }) => parameter.in === 'path')?.field
  return {
    elements: fields.map(({ parameter, field }) => labelled(parameter, field)),
    id: id instanceof HTMLInputElement ? id : undefined,
    address() {
      const given = fields.filter(({ parameter, field }) => parameter.in === 'query' && field.value !== '')
      const query = new URLSearchParams(given.map(({ parameter, field }) => [parameter.name, field.value]))
      const filled = path.replace('{id}', encodeURIComponent(id?.value.trim() || '{id}'))
      return query.size === 0 ? filled : `${filled}?${query}`
    },
  }
}

function fieldOf(operation: string, { name, schema, in: place }: Parameter) {
  const id = `${operation}-${name}`
  const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const common = { id, name, required: place === 'path', 'aria-describedby': `${id}-aide` }
  if (values !== undefined) {
    const options = values.map((value) => h('option', { value }, value))
    return h('select', common, h('option', { value: '' }, 'indifférent'), ...options)
  }
  return h('input', { ...common, type: 'text', autocomplete: 'off', ...formOf(schema) })
}

const formOf = (schema: Schema) =>
  schema.type === 'integer'
    ? { inputmode: 'numeric', placeholder: schema.default === undefined ? undefined : String(schema.default) }
    : { spellcheck: 'false', placeholder: schema.format === 'uuid' ? '00000000-0000-…' : undefined }

function labelled({ name, description = '', schema, in: place }: Parameter, field: HTMLElement): HTMLElement {
  const label = h('label', { for: field.id }, h('code', {}, name), place === 'path' ? ' (obligatoire)' : '')
  const kind = schema.enum === undefined ? ` (${typeWords(schema)})` : ''
  const hint = h('p', { id: `${field.id}-aide`, class: 'hint' }, ...withCode(description), kind)
  return h('div', { class: 'field' }, label, field, hint)
}
