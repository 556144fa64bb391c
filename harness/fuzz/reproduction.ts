import type { Target } from './target.ts'

/** Longer ones are shown in part: the seed and the number give them whole. */
const SHOWN = 4000

/** A command that sends the same bytes to another demonstration, with tokens of its own. */
export function reproduction(pieces: readonly Buffer[], { callers }: Target): string {
  const text = Buffer.concat(pieces)
    .toString('latin1')
    .replace(/[^ -~]|['\\%]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
  const shown = text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
  const withTokens = callers.reduce(
    (command, { token }) => (token === null ? command : command.replaceAll(token, tokenCommand(token))),
    shown,
  )
  return `printf '${withTokens}' | nc -q 2 127.0.0.1 3000`
}

function tokenCommand(token: string): string {
  const [, claims = ''] = token.split('.')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
  return `'$(npx antenne jeton ${sub})'`
}
