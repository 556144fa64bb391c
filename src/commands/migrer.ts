import type pg from 'pg'
import { readConfig } from '../config.ts'
import { grantActing } from '../database/action-role.ts'
import { migrate } from '../database/migrate.ts'
import { openPlace } from '../database/place.ts'
import { grantReading } from '../database/read-role.ts'
import { withWriter } from '../database/writer.ts'
import { Failure } from '../failure.ts'
import type { Arguments, Command } from './command.ts'
import { print, tell } from './terminal.ts'

export const migrer: Command = {
  verb: 'migrer',
  usage: '[--lecture ROLE] [--ecriture ROLE]',
  summary: 'met le schéma de la base à jour',
  help: [
    'Applique les migrations qui ne le sont pas encore. Sans effet si tout est à jour.',
    '--lecture et --ecriture donnent ensuite leurs droits, et eux seuls, au rôle de DATABASE_URL et à celui de',
    'DATABASE_ACTIONS_URLS. Un rôle qui manque est créé, sans mot de passe. À relancer après chaque mise à jour.',
  ],
  options: { lecture: { type: 'string' }, ecriture: { type: 'string' } },
  positionals: [],
  async run(given) {
    const roles = rolesOf(given)
    const place = await openPlace(readConfig(), { progress: tell, exclusive: false })
    try {
      const applied = await withWriter(place.connection, migrate)
      print(applied.length === 0 ? 'La base est à jour.' : `Appliqué : ${applied.join(', ')}`)
      for (const role of roles) print(await withWriter(place.connection, (client) => grantTo(client, role)))
    } finally {
      await place.close()
    }
  },
}

interface Role {
  readonly name: string
  readonly use: 'lecture' | 'ecriture'
}

function rolesOf({ options }: Arguments): Role[] {
  const roles = (['lecture', 'ecriture'] as const).flatMap((use) => {
    const name = options[use]
    return typeof name === 'string' ? [{ name, use }] : []
  })
  if (roles.some(({ name }) => name === ''))
    throw new Failure('Il manque le nom du rôle : --lecture ROLE, --ecriture ROLE.', { exitCode: 2 })
  if (roles[0]?.name === roles[1]?.name && roles.length > 1) {
    throw new Failure(
      `Le rôle ${roles[0]?.name} ne peut pas à la fois ne faire que lire et écrire. Donnez deux rôles.`,
      { exitCode: 2 },
    )
  }
  return roles
}

/** Grants a role its rights, and says so. */
async function grantTo(client: pg.Client, { name, use }: Role): Promise<string> {
  const made = await (use === 'lecture' ? grantReading : grantActing)(client, name)
  const rights = use === 'lecture' ? 'ceux de la lecture' : 'ceux des actions'
  const password = `Il est nouveau et n'a pas de mot de passe : donnez-lui-en un, par exemple avec « \\password ${name} » dans psql.`
  return [`Droits du rôle ${name} : ${rights}.`, ...(made ? [password] : [])].join(' ')
}
