import { createHash } from 'node:crypto'
import { Changements, JETON_ATTENDU, Jeton, TailleChangements, TOKEN_DAYS } from '../contract/changements.ts'
import { DatabaseUnavailable, type Source, type Wait } from '../database/database.ts'
import type { Answer, DatedCaller } from '../operations/execute.ts'
import type { ChangesOperation } from '../operations/operation.ts'
import { Refusal } from '../refusal.ts'
import { type ChangeToken, keyNamed, openToken, type Seen, sealToken } from './change-token.ts'
import { type ChangesQuery, type ChangesRow, changesStatement } from './changes-statement.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What changed for the caller since a token, for applications that keep a copy. */
export const listerChangements: ChangesOperation = {
  shape: 'changes',
  id: 'listerChangements',
  path: '/extension/v1/changements',
  permission: null,
  summary: 'Ce qui a changé depuis un jeton, pour les applications qui gardent une copie',
  description: `Sans \`depuis\` : tout ce que vous pouvez lire. Tant que \`suite\` est vrai, redemandez avec le jeton reçu. Un jeton vaut ${TOKEN_DAYS} jours, pour vous seul ; périmé (410), recommencez sans jeton. Un élément peut venir deux fois ; \`donnees: null\` : il a disparu ou n’est plus à votre portée.`,
  of: Changements,
  query: { depuis: Jeton, taille: TailleChangements },
  required: [],
}

interface Context {
  readonly current: Source
  readonly signingKeys: SigningKeys
  /** Notes that the server which writes now has begun to. */
  readonly noteServer: (wait: Wait) => Promise<unknown>
  readonly now: Date
}

/** In seconds. */
const GOOD_FOR = TOKEN_DAYS * 24 * 3600

/** A page of changes. All pages come from the newest data: a server that is behind the token is not asked. */
export async function changesSince(
  context: Context,
  caller: DatedCaller,
  query: Readonly<Record<string, unknown>>,
  wait: Wait,
): Promise<Answer> {
  const { signingKeys, now } = context
  const given = query as { depuis?: string; taille: number }
  const token = given.depuis === undefined ? null : await tokenOf(given.depuis, signingKeys)
  const le = Math.floor(now.getTime() / 1000)
  const depuis = token === null ? null : token.passe === null ? token.vu : token.passe.depuis
  if (token !== null && le - (depuis ?? token.vu).le > GOOD_FOR) throw expired()
  const asked: ChangesQuery = {
    caller,
    taille: given.taille,
    depuis,
    place: token?.passe?.place ?? null,
    connu: token === null ? null : { cle: token.cle, epoque: token.epoque, instantane: token.vu.instantane },
  }
  const row = await pageOf(context, asked, wait)
  if (row?.confirme !== true) return { confirmed: false, body: null }
  const empreinte = fingerprint(caller, row)
  requireGood(token, row, empreinte, caller)
  // What the copy has seen when the pass is over: all that its first page saw.
  const begun = token?.passe == null
  const vu: Seen = begun ? { instantane: seenBy(row), le, jour: caller.aujourdhui } : token.vu
  const passe = row.suite && row.fin !== null ? { depuis, place: JSON.parse(row.fin) } : null
  const secret = await signingKeys.secretOf(row.cle)
  if (secret === undefined) throw new DatabaseUnavailable('the key of tokens cannot be read')
  const jeton = sealToken(
    { empreinte, epoque: begun ? row.epoque : token.epoque, vu, passe },
    row.cle,
    secret,
  )
  return {
    confirmed: true,
    body: `{"changements":[${row.changements ?? ''}],"jeton":"${jeton}","suite":${row.suite}}`,
  }
}

/** The page as the newest data have it. A server that has just begun to write is noted first. */
async function pageOf(
  { current, noteServer }: Context,
  asked: ChangesQuery,
  wait: Wait,
): Promise<ChangesRow | undefined> {
  const read = async () => (await current.read<ChangesRow>(changesStatement(asked), wait))[0]
  const row = await read()
  if (row?.nouveau !== true) return row
  await noteServer(wait)
  return read()
}

/** What a copy of this page has seen. A standby does not tell which transactions were running: none of them counts. */
function seenBy({ instantane, secours }: ChangesRow): string {
  const [oldest] = instantane.split(':')
  return secours ? `${oldest}:${oldest}:` : instantane
}

/** A token, and the key that sealed it. */
async function tokenOf(text: string, signingKeys: SigningKeys): Promise<ChangeToken & { cle: number }> {
  const cle = keyNamed(text)
  if (cle === null)
    throw new Refusal('parametres_invalides', {
      details: { depuis: `Donnez ${JETON_ATTENDU}.` },
    })
  const secret = await signingKeys.secretOf(cle)
  const token = secret === undefined ? null : openToken(text, secret)
  // Of another database, or damaged on the way: starting again helps in both cases.
  if (token === null) throw expired()
  return { ...token, cle }
}

function requireGood(
  token: ChangeToken | null,
  row: ChangesRow,
  empreinte: string,
  caller: DatedCaller,
): void {
  if (token === null) return
  // For an organisation without a partner record nothing is noted: a copy is made anew each time.
  const unfollowed = caller.type === 'partenaire' && caller.partenaire_id === null && token.passe === null
  if (token.empreinte !== empreinte || row.perdu || unfollowed) throw expired()
  if (!row.devance) return
  if (row.secours) throw new DatabaseUnavailable('a standby that is behind the token')
  throw expired()
}

const expired = () => new Refusal('jeton_perime')

/** Whose token it is, with which rights, of which database. */
const fingerprint = (caller: DatedCaller, { base, droits }: ChangesRow): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        caller.utilisateur_id,
        caller.organisation_id,
        caller.type,
        caller.partenaire_id,
        droits,
        base,
      ]),
    )
    .digest('base64url')
    .slice(0, 12)
