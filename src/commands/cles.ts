import { revokeLinkKeys, turnLinkKey } from '../actions/link-keys.ts'
import { Failure } from '../failure.ts'
import type { Command } from './command.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

export const cles: Command = {
  verb: 'cles',
  usage: '--tourner | --revoquer',
  summary: 'change la clé des liens vers les fichiers et des jetons',
  help: [
    '--tourner fait une nouvelle clé. Les liens déjà donnés restent valables jusqu’à leur fin, cinq minutes au plus, les',
    'jetons 30 jours. --revoquer retire aussi les anciennes : liens et jetons déjà donnés cessent de valoir, sur toutes',
    'les instances, et les applications refont leur copie.',
  ],
  options: { tourner: { type: 'boolean' }, revoquer: { type: 'boolean' } },
  positionals: [],
  async run({ options: { tourner, revoquer } }) {
    if ((tourner === true) === (revoquer === true))
      throw new Failure('Donnez --tourner ou --revoquer. Voyez : npx antenne cles --help', { exitCode: 2 })
    if (tourner === true) {
      await withData(({ client }) => turnLinkKey(client))
      return print(
        'Une nouvelle clé signe les liens. Ceux qui sont déjà donnés restent valables jusqu’à leur fin.',
      )
    }
    await withData(({ client }) => revokeLinkKeys(client))
    print('Une nouvelle clé signe les liens. Ceux qui étaient déjà donnés ne valent plus.')
  },
}
