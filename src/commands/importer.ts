import { folderContents } from '../transfer/contents.ts'
import { folderSources, importRecords } from '../transfer/import.ts'
import type { Command } from './command.ts'
import { counted, print } from './terminal.ts'
import { withData } from './with-data.ts'

export const importer: Command = {
  verb: 'importer',
  usage: 'DOSSIER',
  summary: 'importe les fichiers NDJSON d’un dossier, tout ou rien',
  help: [
    'DOSSIER contient un ou plusieurs fichiers du format d’échange (client.ndjson, partenaire.ndjson…),',
    'un objet JSON par ligne. Une ligne dont l’id est connu remplace la fiche ; les autres sont ajoutées.',
    'Le contenu d’un fichier de fichier.ndjson se donne dans fichiers/ID, à côté.',
    'À la moindre erreur rien n’est changé : chaque erreur indique le fichier, la ligne, le champ et ce qui est attendu.',
  ],
  options: {},
  positionals: ['DOSSIER'],
  async run({ positionals: [folder = ''] }) {
    const sources = await folderSources(folder)
    const contents = await folderContents(folder)
    const count = await withData(({ client, progress }) =>
      importRecords(client, sources, { now: new Date(), progress, contents }),
    )
    print(`Import terminé : ${counted(count, 'fiche')}.`)
  },
}
