import type { Schema } from '../../src/contract/kind.ts'
import { typeWords } from '../../src/http/description/type-words.ts'
import { h, table, withCode } from './dom.ts'

/** The address of an object's section. */
const anchor = (name: string): string => `objet-${name}`

/** A value's type in words, with links to the sections of its objects. */
export function typeLinks(schema: Schema): (Node | string)[] {
  const parts = typeWords(schema).split(/\b([A-Z][a-z]\w+)\b/)
  return parts.map((part, index) => (index % 2 === 1 ? h('a', { href: `#${anchor(part)}` }, part) : part))
}

/** An object of the contract: its fields and what they mean. */
export function resourceSection(
  name: string,
  { description = '', properties = {}, required = [] }: Schema,
): HTMLElement {
  const rows = Object.entries(properties).map(([field, schema]) => [
    h('code', {}, field),
    h('span', {}, ...typeLinks(schema), required.includes(field) ? '' : ' (facultatif)'),
    h('span', {}, ...withCode(schema.description ?? '')),
  ])
  return h(
    'section',
    { id: anchor(name), 'aria-labelledby': `${anchor(name)}-titre` },
    h('h3', { id: `${anchor(name)}-titre` }, name),
    h('p', {}, `${description}.`),
    table(`Champs de ${name}`, ['Champ', 'Valeur', 'Sens'], rows),
  )
}
