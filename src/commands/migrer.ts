import { readConfig } from '../config.ts'
import { ACTION_ROLE, grantActing } from '../database/action-role.ts'
import { migrate } from '../database/migrate.ts'
import { openPlace } from '../database/place.ts'
import { grantReading, READ_ROLE } from '../database/read-role.ts'
import { withWriter } from '../database/writer.ts'
import type { Command } from './command.ts'
import { print, tell } from './terminal.ts'

export const migrer: Command = {
  verb: 'migrer',
  usage: '[--roles]',
  summary: 'met le schéma de la base à jour',
  help: [
    'Applique les migrations qui ne le sont pas encore. Sans effet si tout est à jour.',
    `--roles : crée les rôles ${READ_ROLE} (lectures) et ${ACTION_ROLE} (actions) s’ils manquent, et leur donne leurs droits.`,
  ],
  options: { roles: { type: 'boolean' } },
  positionals: [],
  async run({ options }) {
    const place = await openPlace(readConfig(), { progress: tell, exclusive: false })
    try {
      const applied = await withWriter(place.connection, migrate)
      if (options.roles === true) await withWriter(place.connection, grantRoles)
      print(applied.length === 0 ? 'La base est à jour.' : `Appliqué : ${applied.join(', ')}`)
    } finally {
      await place.close()
    }
  },
}

async function grantRoles(client: Parameters<typeof grantReading>[0]): Promise<void> {
  await grantReading(client)
  await grantActing(client)
}
