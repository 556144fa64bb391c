import { type Document, leadOf, readDocument } from '../../src/http/description/document.ts'
import { h } from './dom.ts'
import { faultSection, operationSection } from './operation.ts'
import { resourceSection } from './resources.ts'
import { type Bearer, tokenPanel } from './token.ts'

/** The operations by subject, as links. */
function contents({ tags, operations }: Document): HTMLElement[] {
  const links = (tag: string) =>
    operations
      .filter((operation) => operation.tag === tag)
      .map(({ id }) => h('li', {}, h('a', { href: `#${id}` }, id)))
  const subjects = tags.map(({ name }) => h('li', {}, name, h('ul', {}, ...links(name))))
  const link = (href: string, text: string) => h('li', {}, h('a', { href }, text))
  const others = [link('#objets', 'Objets'), link('#erreurs', 'Erreurs')]
  return [h('ul', {}, link('#qui', 'Compte utilisé'), ...subjects, ...others)]
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

const load = async (address: string): Promise<object> => (await fetch(address)).json()

async function start(): Promise<void> {
  const [contract, extension, { panel, bearer }] = await Promise.all([
    load('/openapi.json'),
    load('/extension/v1/openapi.json'),
    tokenPanel(),
  ])
  const description = readDocument(contract, extension)
  document.getElementById('sommaire')?.replaceChildren(...contents(description))
  document
    .getElementById('contenu')
    ?.replaceChildren(
      h('p', { class: 'lead' }, `${leadOf(description)} Version ${description.info.version}.`),
      panel,
      ...subjectSections(description, bearer),
      h('h2', { id: 'objets' }, 'Objets'),
      h(
        'p',
        {},
        'Dans une réponse, tous les champs sont présents. Dans un corps envoyé, les champs facultatifs peuvent manquer.',
      ),
      ...Object.entries(description.schemas).map(([name, schema]) => resourceSection(name, schema)),
      h('h2', { id: 'erreurs' }, 'Erreurs'),
      h('p', {}, 'Toutes ont la même forme. Le message est prêt à être affiché.'),
      ...description.faults.map(faultSection),
    )
  // The section in the address did not exist when the page opened.
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

start().catch(() => {
  const message = 'La description n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.'
  document.getElementById('contenu')?.replaceChildren(h('p', { role: 'alert', class: 'bad' }, message))
})
