import { listAccounts } from '../identity/accounts.ts'
import type { Command } from './command.ts'
import { print, table } from './terminal.ts'
import { withData } from './with-data.ts'

export const comptes: Command = {
  verb: 'comptes',
  usage: '[--json]',
  summary: 'liste les comptes et leurs droits',
  help: [
    'Un compte par ligne : id, e-mail, organisation, type, permissions. --json : un tableau JSON, pour les programmes.',
  ],
  options: { json: { type: 'boolean' } },
  positionals: [],
  async run({ options }) {
    const accounts = await withData(({ client }) => listAccounts(client))
    if (options.json === true) return print(JSON.stringify(accounts, null, 2))
    const rows = accounts.map(({ id, email, organisation, type, permissions }) => [
      id,
      email ?? '—',
      organisation,
      type,
      permissions.join(' ') || '(aucun droit)',
    ])
    print(table(['id', 'e-mail', 'organisation', 'type', 'permissions'], rows))
  },
}
