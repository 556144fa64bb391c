import { revokeLinkKeys, turnLinkKey } from '../actions/link-keys.ts'
import { TOKEN_DAYS } from '../contract/changements.ts'
import { type Command, WrongUsage } from './command.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

export const cles: Command = {
  verb: 'cles',
  usage: '(--tourner | --revoquer) [--json]',
  summary: 'change la clé des liens vers les fichiers et des jetons',
  help: [
    '--tourner crée une nouvelle clé. Les liens déjà émis restent valables jusqu’à leur expiration (cinq minutes au plus),',
    `les jetons ${TOKEN_DAYS} jours. --revoquer retire aussi les anciennes clés : les liens et jetons déjà émis sont refusés par`,
    'toutes les instances, et les applications refont leur copie.',
  ],
  options: { tourner: { type: 'boolean' }, revoquer: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: [],
  async run({ options: { tourner, revoquer, json } }) {
    if ((tourner === true) === (revoquer === true)) throw new WrongUsage('Donnez --tourner ou --revoquer.')
    const kept = tourner === true
    await withData(({ client }) => (kept ? turnLinkKey : revokeLinkKeys)(client))
    if (json === true) return print(JSON.stringify({ anciens_liens_valables: kept }, null, 2))
    print(
      kept
        ? 'Une nouvelle clé signe les liens. Ceux déjà émis restent valables jusqu’à leur expiration.'
        : 'Une nouvelle clé signe les liens. Ceux déjà émis ne sont plus valables.',
    )
  },
}
