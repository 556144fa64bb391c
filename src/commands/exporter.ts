import { CHECK_DATABASE, exportFolder } from '../transfer/export.ts'
import type { Command } from './command.ts'
import { print, tell } from './terminal.ts'
import { withData } from './with-data.ts'

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
    const { empty } = await withData(({ client, progress }) => exportFolder(client, folder, progress))
    if (empty) tell(`Cette base ne contient aucune donnée : l’export est vide. ${CHECK_DATABASE}`)
    if (json === true) return print(JSON.stringify({ dossier: folder, vide: empty }, null, 2))
    print(`Export terminé dans ${folder}.`)
  },
}
