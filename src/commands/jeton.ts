import { Failure } from '../failure.ts'
import { findAccounts } from '../identity/accounts.ts'
import { demonstrationToken } from '../identity/demonstration.ts'
import type { Command } from './command.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

/** A working day. */
export const TOKEN_SECONDS = 8 * 3600

export const jeton: Command = {
  verb: 'jeton',
  usage: 'COMPTE [--duree S] [--json]',
  summary: 'donne un jeton d’accès de l’identité de démonstration',
  help: [
    'COMPTE est l’e-mail ou l’id d’un compte (npx antenne comptes). --duree : secondes de validité, 28800 par défaut.',
    'Avec OIDC_ISSUER, les jetons viennent du fournisseur d’identité et cette commande est inutile.',
  ],
  options: { duree: { type: 'string' }, json: { type: 'boolean' } },
  integers: { duree: { minimum: 1, maximum: 365 * 86_400, fallback: TOKEN_SECONDS } },
  positionals: ['COMPTE'],
  async run({ positionals: [key = ''], options: { json }, integers: { duree: seconds = TOKEN_SECONDS } }) {
    const token = await withData(async ({ client, config }) => {
      if (config.issuer !== undefined) {
        throw new Failure(`OIDC_ISSUER est configuré : demandez le jeton à ${config.issuer}.`)
      }
      const [account, another] = await findAccounts(client, key)
      if (account === undefined) {
        throw new Failure(`Aucun compte « ${key} ». Voyez la liste avec : npx antenne comptes`)
      }
      if (another !== undefined) {
        throw new Failure(
          `Plusieurs comptes « ${key} ». Donnez l'id plutôt que l'e-mail (npx antenne comptes).`,
        )
      }
      return demonstrationToken(config.dataDir, { subject: account.id, audience: config.audience, seconds })
    })
    print(json === true ? JSON.stringify({ jeton: token, duree: seconds }, null, 2) : token)
  },
}
