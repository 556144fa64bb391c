import { counted } from '../../src/commands/terminal.ts'
import { resourceNames } from '../../src/transfer/resources.ts'
import type { Data } from './command-line.ts'

/** The fields that may be left out although they are never null. */
export const stamps: readonly string[] = ['cree_le', 'modifie_le']

/** An object without some of its fields. */
export const without = (record: object, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)))

/** What an import says that brought so many records in. */
export const done = (count: number) => ({ status: 0, out: `Import terminé : ${counted(count, 'fiche')}.\n` })

const links = ['role_permission', 'utilisateur_role', 'partenaire_zone', 'partenaire_secteur']

/** The version of every row, so that a row written again is seen even when it says the same. */
export async function versions({ sql }: Data): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const name of [...resourceNames, ...links])
    found[name] = await sql(`select xmin, t::text from ${name} as t order by t::text`)
  return found
}
