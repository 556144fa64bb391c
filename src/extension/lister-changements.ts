import { createHash } from 'node:crypto'
import { Changements, Jeton, TailleChangements } from '../contract/changements.ts'
import { DatabaseUnavailable, type Source, type Wait } from '../database/database.ts'
import type { Answer, DatedCaller } from '../operations/execute.ts'
import type { ChangesOperation } from '../operations/operation.ts'
import { Refusal } from '../refusal.ts'
import { type ChangeToken, keyNamed, openToken, type Seen, sealToken } from './change-token.ts'
import { type Asked, type ChangesRow, changesStatement } from './changes-statement.ts'
import type { LinkKeys } from './link-keys.ts'

/** What changed for the caller since a token, for applications that keep a copy. */
export const listerChangements: ChangesOperation = {
  shape: 'changes',
  id: 'listerChangements',
  path: '/extension/v1/changements',
  permission: null,
  summary: 'Ce qui a changé depuis un jeton, pour les applications qui gardent une copie',
  description:
    'Sans `depuis` : tout ce que vous pouvez lire. Tant que `suite` est vrai, redemandez avec le jeton reçu. Un jeton vaut 30 jours, pour vous seul ; périmé (410), recommencez sans jeton. Un élément peut venir deux fois ; `donnees: null` : il a disparu ou n’est plus à votre portée.',
  of: Changements,
  query: { depuis: Jeton, taille: TailleChangements },
  required: [],
}

interface Means {
  readonly current: Source
  readonly linkKeys: LinkKeys
  readonly now: Date
}

/** In seconds. */
const GOOD_FOR = 30 * 24 * 3600

/** A page of changes. All pages come from the newest data: a server that is behind the token is not asked. */
export async function changesSince(
  { current, linkKeys, now }: Means,
  caller: DatedCaller,
  query: Readonly<Record<string, unknown>>,
  wait: Wait,
): Promise<Answer> {
  const given = query as { depuis?: string; taille: number }
  const token = given.depuis === undefined ? null : await tokenOf(given.depuis, linkKeys, wait)
  const le = Math.floor(now.getTime() / 1000)
  const depuis = token === null ? null : token.passe === null ? token.vu : token.passe.depuis
  if (token !== null && le - (depuis ?? token.vu).le > GOOD_FOR) throw expired()
  const asked: Asked = {
    caller,
    taille: given.taille,
    depuis,
    place: token?.passe?.place ?? null,
    connu: token === null ? null : { epoque: token.epoque, instantane: token.vu.instantane },
  }
  const [row] = await current.read<ChangesRow>(changesStatement(asked), wait)
  if (row?.confirme !== true) return { confirmed: false, body: null }
  const empreinte = fingerprint(caller, row)
  requireGood(token, row, empreinte, caller)
  // What the copy has seen when the pass is over: all that its first page saw.
  const begun = token?.passe == null
  const vu: Seen = begun ? { instantane: row.instantane, le, jour: caller.aujourdhui } : token.vu
  const passe = row.suite && row.fin !== null ? { depuis, place: JSON.parse(row.fin) } : null
  const secret = await linkKeys.secretOf(row.cle, wait)
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

async function tokenOf(text: string, linkKeys: LinkKeys, wait: Wait): Promise<ChangeToken> {
  const secret = await linkKeys.secretOf(keyNamed(text), wait)
  if (secret === undefined) throw expired()
  const token = openToken(text, secret)
  if (token !== null) return token
  throw new Refusal('parametres_invalides', {
    details: { depuis: 'Donnez un jeton reçu de ce service, tel quel.' },
  })
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
    .slice(0, 16)
