import { folderContents } from '../transfer/contents.ts'
import { folderSources, type Imported, importRecords } from '../transfer/import.ts'
import { knownPermissions } from '../transfer/unknown-permissions.ts'
import type { Command } from './command.ts'
import { suggestion } from './suggestion.ts'
import { counted, print, table, tell } from './terminal.ts'
import { withData } from './with-data.ts'

export const importer: Command = {
  verb: 'importer',
  usage: 'DOSSIER [--simuler] [--json]',
  summary: 'importe les fichiers NDJSON d’un dossier, tout ou rien',
  help: [
    'DOSSIER contient un ou plusieurs fichiers du format d’échange (client.ndjson, partenaire.ndjson…),',
    'un objet JSON par ligne. Une ligne dont l’id est connu remplace la fiche ; les autres sont ajoutées.',
    'Le contenu d’un fichier de fichier.ndjson se donne dans fichiers/ID, à côté.',
    '--simuler fait tout, compte par ressource ce qui serait ajouté, modifié ou inchangé, et n’en garde rien.',
    'À la moindre erreur rien n’est changé : chaque erreur indique le fichier, la ligne, le champ et ce qui est attendu.',
  ],
  options: { simuler: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: ['DOSSIER'],
  async run({ positionals: [folder = ''], options: { simuler, json } }) {
    const simulate = simuler === true
    const sources = await folderSources(folder)
    const contents = await folderContents(folder)
    const imported = await withData(({ client, progress }) =>
      importRecords(client, sources, { now: new Date(), progress, contents, simulate }),
    )
    for (const { permission, ligne } of imported.permissions_inconnues) {
      const meant = suggestion(permission, knownPermissions)
      tell(
        `À vérifier : role.ndjson, ligne ${ligne} : la permission « ${permission} » est inconnue et ne donne aucun droit.${meant}`,
      )
    }
    if (json === true) return print(JSON.stringify({ ...imported, simule: simulate }, null, 2))
    if (simulate) print(`${changesText(imported)}\n`)
    print(
      `${simulate ? 'Import simulé, rien n’est enregistré' : 'Import terminé'} : ${counted(imported.fiches, 'fiche')}.`,
    )
  },
}

const changesText = ({ ressources }: Imported): string =>
  table(
    ['ressource', 'ajoutées', 'modifiées', 'inchangées'],
    Object.entries(ressources).map(([name, { ajoutees, modifiees, inchangees }]) => [
      name,
      ...[ajoutees, modifiees, inchangees].map((count) => count.toLocaleString('fr')),
    ]),
  )
