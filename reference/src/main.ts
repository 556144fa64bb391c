import { type Document, readDocument } from '../../src/http/description/document.ts'
import { h } from './dom.ts'
import { operationSection } from './operation.ts'
import { resourceSection } from './resources.ts'
import { type Bearer, tokenPanel } from './token.ts'

/** The operations by subject, as links. */
function contents({ tags, operations }: Document): HTMLElement[] {
  const links = (tag: string) =>
    operations
      .filter((operation) => operation.tag === tag)
      .map(({ id }) => h('li', {}, h('a', { href: `#${id}` }, id)))
  const subjects = tags.map(({ name }) => h('li', {}, name, h('ul', {}, ...links(name))))
  const objects = h('li', {}, h('a', { href: '#objets' }, 'Objets'))
  return [h('ul', {}, h('li', {}, h('a', { href: '#qui' }, 'Compte utilisé')), ...subjects, objects)]
}

function subjectSections(document: Document, bearer: Bearer): HTMLElement[] {
  return document.tags.flatMap(({ name, description }) => [
    h('h2', {}, name),
    h('p', {}, `${description}.`),
    ...document.operations
      .filter(({ tag }) => tag === name)
      .map((operation) => operationSection(operation, document, bearer)),
  ])
}

async function start(): Promise<void> {
  const [response, { panel, bearer }] = await Promise.all([fetch('/openapi.json'), tokenPanel()])
  const description = readDocument(await response.json())
  const { info, components } = description
  document.getElementById('sommaire')?.replaceChildren(...contents(description))
  document
    .getElementById('contenu')
    ?.replaceChildren(
      h('p', { class: 'lead' }, `${info.summary}. ${info.description} Version ${info.version}.`),
      panel,
      ...subjectSections(description, bearer),
      h('h2', { id: 'objets' }, 'Objets'),
      h('p', {}, 'Tous les champs sont toujours présents.'),
      ...Object.entries(components.schemas).map(([name, schema]) => resourceSection(name, schema)),
    )
  // The section in the address did not exist when the page opened.
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

start().catch(() => {
  const message = 'La description n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.'
  document.getElementById('contenu')?.replaceChildren(h('p', { role: 'alert', class: 'bad' }, message))
})
