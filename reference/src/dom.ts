type Child = Node | string | undefined

type Properties = Readonly<Record<string, string | boolean | number | ((event: Event) => void) | undefined>>

/** An element with its attributes, listeners (`onclick`) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** A text whose `words` between backquotes are code. */
export const withCode = (text: string): (Node | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? h('code', {}, part) : part))

/** The paragraphs of a text. */
export const paragraphs = (text: string): HTMLElement[] =>
  text.split('\n\n').map((paragraph) => h('p', {}, ...withCode(paragraph)))

/** A table in its own scrolling frame: a wide one does not widen the page. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Child[])[]) {
  const cells = (row: readonly Child[]) =>
    row.map((cell, index) => (index === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell)))
  return h(
    'div',
    { class: 'frame', tabindex: 0, role: 'group', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...cells(row)))),
    ),
  )
}

/** A section that is shown on demand. */
export const folded = (title: string, ...children: readonly Child[]): HTMLElement =>
  h('details', {}, h('summary', {}, title), ...children)
