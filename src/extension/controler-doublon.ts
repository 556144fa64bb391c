import { closeTo, evidenceFor } from '../actions/check-draft.ts'
import { QuestionDoublon } from '../contract/corps-clients.ts'
import { ControleDoublon } from '../contract/reservations.ts'
import { NOBODY } from '../identity/caller.ts'
import { action } from './action.ts'

/** Whether a company is known already, while somebody types what they know of it. Stores nothing. */
export const controlerDoublon = action({
  id: 'controlerDoublon',
  method: 'POST',
  path: '/extension/v1/clients/controle-doublon',
  rights: { operateur: ['clients.creer'], partenaire: ['clients.creer'] },
  summary: 'Cherche les fiches proches d’une société, sans rien enregistrer',
  description:
    'Donnez ce que vous savez. `resultat` dit si une fiche proche existe ; `correspondances` ne montre que celles que vous pouvez voir.',
  geste: () => 'controle',
  body: QuestionDoublon,
  rules: (body): Record<string, string> =>
    Object.keys(body).length > 0 ? {} : { corps: 'Donnez au moins un champ à comparer.' },
  asks: () => 'always',
  target: null,
  versioned: false,
  keyed: false,
  answer: null,
  ownAnswer: ControleDoublon,
  status: 200,
  async run({ connection, who, now }, { body }) {
    const { raison_sociale = null, rccm = null, ncc = null, telephone, emails = [] } = body
    const telephones = telephone === undefined ? [] : [telephone]
    // The draft is no client yet.
    const close = await closeTo(connection, { id: NOBODY, raison_sociale, rccm, ncc, telephones, emails })
    return { corps: await evidenceFor(connection, who, close, now) }
  },
})
