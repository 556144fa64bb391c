import type { Schema } from '../src/contract/kind.ts'
import type { Action } from '../src/extension/action.ts'
import { actions } from '../src/extension/index.ts'
import { answerOf } from '../src/http/description/openapi-extension.ts'

const nameOf = (schema: object | null): string => (schema as Schema | null)?.$id ?? 'undefined'

/** The ids of the path, in its order. */
const idsOf = ({ path }: Action): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id)

const hasBody = ({ empty }: Action): boolean => !empty

/** The functions of the actions, for the typed client. */
export function actionsType(): string {
  const functions = actions.map((action) => {
    const parameters = [
      ...idsOf(action).map((id) => `${id}: string`),
      ...(action.binary ? ['file: Blob'] : hasBody(action) ? [`body: ${nameOf(action.body)}`] : []),
      action.versioned ? 'options: Versioned' : 'options?: Options',
    ]
    const call = `(${parameters.join(', ')}) => Promise<${nameOf(answerOf(action))}>`
    return `  /** ${action.summary} */\n  readonly ${action.id}: ${call}`
  })
  return `/** Une fonction par action ; \`Versioned\` porte la version que la personne a lue */
export interface Actions<Options, Versioned> {
${functions.join('\n')}
}
`
}

/** Where each action is done, and what it carries. */
export const actionsTable = (): string =>
  `/** Où chaque action se fait, si elle exige la version lue, si elle se passe de contenu ou de clé, si son contenu est un fichier */
export const actions: Record<keyof Actions<unknown, unknown>, { method: string; path: string; versioned?: true; empty?: true; keyless?: true; binary?: true }> = {
${actions
  .map((action) => {
    const fields = [
      `method: '${action.method}'`,
      `path: '${action.path}'`,
      ...(action.versioned ? ['versioned: true'] : []),
      ...(hasBody(action) ? [] : ['empty: true']),
      ...(action.keyed ? [] : ['keyless: true']),
      ...(action.binary ? ['binary: true'] : []),
    ]
    return `  ${action.id}: { ${fields.join(', ')} },`
  })
  .join('\n')}
}
`
