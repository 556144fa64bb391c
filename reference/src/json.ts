import { h } from './dom.ts'

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** A value as highlighted JSON. */
export function json(value: unknown, label: string): HTMLElement {
  const text = JSON.stringify(value, null, 2)
  const code = h('code')
  let end = 0
  for (const match of text.matchAll(token)) {
    const [all, string, colon] = match
    code.append(text.slice(end, match.index))
    if (colon === undefined) code.append(h('span', { class: string === undefined ? 'value' : 'text' }, all))
    else code.append(h('span', { class: 'key' }, string ?? ''), colon)
    end = match.index + all.length
  }
  code.append(text.slice(end))
  return h('pre', { tabindex: 0, role: 'group', 'aria-label': label }, code)
}
