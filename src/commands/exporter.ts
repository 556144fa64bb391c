import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import { exportFolder } from '../transfer/export.ts'
import { isEmpty } from '../transfer/is-empty.ts'
import type { Command } from './command.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

/** Most often the database of another folder: an export of nothing does not replace that of yesterday. */
const EMPTY =
  'Cette base ne contient aucune donnée, et ce dossier un export qui en a : il reste comme il est. Vérifiez DATABASE_URL, ou DATA_DIR pour la base embarquée.'

export const exporter: Command = {
  verb: 'exporter',
  usage: 'DOSSIER [--json]',
  summary: 'écrit toutes les données dans un dossier, au format d’import',
  help: [
    'Écrit un fichier NDJSON par ressource dans DOSSIER, créé au besoin. Les fichiers du même nom sont remplacés.',
    'Les contenus des fichiers déposés vont dans DOSSIER/fichiers, un par id.',
    'Importer un export redonne la même base ; les mêmes données donnent les mêmes octets.',
  ],
  options: { json: { type: 'boolean' } },
  positionals: ['DOSSIER'],
  async run({ positionals: [folder = ''], options: { json } }) {
    await withData(async ({ client, progress }) => {
      if ((await holdsRecords(folder)) && (await isEmpty(client)))
        throw new Failure(EMPTY, { code: 'base_vide' })
      await exportFolder(client, folder, progress)
    })
    if (json === true) return print(JSON.stringify({ dossier: folder }, null, 2))
    print(`Export terminé dans ${folder}.`)
  },
}

/** Whether an export with records is there: each has organisations. */
const holdsRecords = (folder: string): Promise<boolean> =>
  stat(join(folder, 'organisation.ndjson')).then(
    ({ size }) => size > 0,
    () => false,
  )
