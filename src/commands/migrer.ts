import type pg from 'pg'
import { readConfig } from '../config.ts'
import { grantActing } from '../database/action-role.ts'
import { openConfigured } from '../database/configured.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { grantReading } from '../database/read-role.ts'
import { type Simulated, simulateMigrations } from '../database/simulate.ts'
import { withWriter } from '../database/writer.ts'
import { type Arguments, type Command, WrongUsage } from './command.ts'
import { counted, print, table, tell } from './terminal.ts'

export const migrer: Command = {
  verb: 'migrer',
  usage: '[--simuler | [--lecture ROLE] [--ecriture ROLE]] [--json]',
  summary: 'met le schéma de la base à jour',
  help: [
    'Applique les migrations qui ne le sont pas encore. Sans effet si tout est à jour.',
    '--simuler montre ce qui serait fait, quelles tables seraient verrouillées et combien de lignes elles ont, et ne change',
    'rien : les migrations sont essayées dans une base vide, faite à côté et retirée ensuite (il faut le droit CREATEDB).',
    '--lecture et --ecriture donnent ensuite leurs droits, et eux seuls, au rôle de DATABASE_URL et à celui de',
    'DATABASE_ACTIONS_URLS. Un rôle qui manque est créé, sans mot de passe. À relancer après chaque mise à jour.',
  ],
  options: {
    simuler: { type: 'boolean' },
    lecture: { type: 'string' },
    ecriture: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: [],
  async run(given) {
    const { simuler, json } = given.options
    const roles = rolesOf(given)
    if (simuler === true && roles.length > 0)
      throw new WrongUsage('--simuler ne donne aucun droit : retirez --lecture et --ecriture.')
    const database = await openConfigured(readConfig(), { progress: tell, exclusive: false })
    try {
      const done =
        simuler === true ? await simulated(database.connection) : await migrated(database.connection, roles)
      print(json === true ? JSON.stringify(done.facts, null, 2) : done.text)
    } finally {
      await database.close()
    }
  },
}

const UP_TO_DATE = 'La base est à jour.'

async function migrated(connection: DatabaseAddress, roles: readonly Role[]) {
  const durations: { migration: string; duree_ms: number }[] = []
  await withWriter(connection, (client) =>
    migrate(client, (migration, milliseconds) => {
      durations.push({ migration, duree_ms: Math.round(milliseconds) })
      if (milliseconds > 1000) tell(`${migration} : ${counted(Math.round(milliseconds / 1000), 'seconde')}.`)
    }),
  )
  const granted = []
  for (const role of roles)
    granted.push({ ...role, cree: await withWriter(connection, (client) => grantTo(client, role)) })
  const applied = durations.map(({ migration }) => migration).join(', ')
  return {
    facts: { appliquees: durations, roles: granted },
    text: [applied === '' ? UP_TO_DATE : `Appliqué : ${applied}`, ...granted.map(grantedText)].join('\n'),
  }
}

const effects: Record<Simulated['tables'][number]['attend'], string> = {
  lectures_et_ecritures: 'lectures et écritures attendent',
  ecritures: 'écritures attendent',
  rien: 'des lignes sont écrites, personne n’attend',
}

async function simulated(connection: DatabaseAddress) {
  const due = await simulateMigrations(connection)
  const rows = due.flatMap(({ migration, tables }) =>
    tables.length === 0
      ? [[migration, '(aucune table existante)', '', '']]
      : tables.map((each, index) => [
          index === 0 ? migration : '',
          each.table,
          each.lignes === null ? '—' : each.lignes.toLocaleString('fr'),
          effects[each.attend] + (each.reecrite ? ', table réécrite' : ''),
        ]),
  )
  const text = [
    `À appliquer : ${counted(due.length, 'migration')}. Rien n’a été changé.`,
    '',
    table(['migration', 'table', 'lignes', 'pendant la migration'], rows),
    '',
    'Chaque migration est une transaction : ces attentes durent jusqu’à sa fin. Durées mesurées : docs/operations.md.',
  ].join('\n')
  return { facts: { a_appliquer: due }, text: due.length === 0 ? UP_TO_DATE : text }
}

interface Role {
  readonly role: string
  readonly usage: 'lecture' | 'ecriture'
}

function rolesOf({ options }: Arguments): Role[] {
  const roles = (['lecture', 'ecriture'] as const).flatMap((usage) => {
    const role = options[usage]
    return typeof role === 'string' ? [{ role, usage }] : []
  })
  if (roles.some(({ role }) => role === '')) throw new WrongUsage('Il manque le nom du rôle.')
  if (roles.length === 2 && roles[0]?.role === roles[1]?.role) {
    throw new WrongUsage(
      `Le rôle ${roles[0]?.role} ne peut pas à la fois ne faire que lire et écrire. Donnez deux rôles.`,
    )
  }
  return roles
}

/** Grants a role its rights; returns whether it was made. */
const grantTo = (client: pg.Client, { role, usage }: Role): Promise<boolean> =>
  (usage === 'lecture' ? grantReading : grantActing)(client, role)

function grantedText({ role, usage, cree }: Role & { cree: boolean }): string {
  const rights = `Droits du rôle ${role} : ceux ${usage === 'lecture' ? 'de la lecture' : 'des actions'}.`
  return cree
    ? `${rights} Il est nouveau et n'a pas de mot de passe : donnez-lui-en un, par exemple avec « \\password ${role} » dans psql.`
    : rights
}
