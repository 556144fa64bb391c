/** A mutant that no caller can tell from the original, and why. */
interface Equivalent {
  readonly file: string
  readonly what: string
  readonly why: string
}

const INDEX = 'It names the partial index to the planner; a number of null equals none anyway.'
const NARROWED =
  'Of the partners of visible clients the same ones are found; the narrower look only costs less, whatever the portfolio.'

export const equivalents: readonly Equivalent[] = [
  { file: 'src/actions/find-requested.ts', what: 'conjunct dropped: ncc is not null', why: INDEX },
  { file: 'src/actions/find-requested.ts', what: 'conjunct dropped: rccm is not null', why: INDEX },
  ...[
    "!== for ===: if (viewer.type !== 'partenaire' || viewer.partenaire_id === null)",
    "=== for !==: if (viewer.type !== 'partenaire' || viewer.partenaire_id === null)",
    'dropped: where id in (select client_id from reservation where en_attente)',
    'dropped: where en_attente',
  ].map((what) => ({ file: 'src/identity/scope.ts', what, why: NARROWED })),
  {
    file: 'src/http/admission/connections.ts',
    what: 'requests after a broken one are answered',
    why: 'The parser of Node.js reads nothing more after an error, and the last answer closes the connection. The guard is for what arrives in between.',
  },
]
