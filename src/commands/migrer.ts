import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openPlace } from '../database/place.ts'
import { withWriter } from '../database/writer.ts'
import type { Command } from './command.ts'
import { print, tell } from './terminal.ts'

export const migrer: Command = {
  verb: 'migrer',
  usage: '',
  summary: 'met le schéma de la base à jour',
  help: ['Applique les migrations qui ne le sont pas encore. Sans effet si tout est à jour.'],
  options: {},
  positionals: [],
  async run() {
    const place = await openPlace(readConfig(), { progress: tell, exclusive: false })
    try {
      const applied = await withWriter(place.connection, migrate)
      print(applied.length === 0 ? 'La base est à jour.' : `Appliqué : ${applied.join(', ')}`)
    } finally {
      await place.close()
    }
  },
}
