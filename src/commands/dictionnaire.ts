import { readFile } from 'node:fs/promises'
import { writeEntries } from '../actions/dictionnaire/entries.ts'
import { readAdditions, replaceAdditions } from '../actions/dictionnaire.ts'
import { Failure, printable } from '../failure.ts'
import type { Command } from './command.ts'
import { counted, print } from './terminal.ts'
import { withData } from './with-data.ts'

export const dictionnaire: Command = {
  verb: 'dictionnaire',
  usage: '[FICHIER] [--json]',
  summary: 'ajoute des mots à ceux que le contrôle de doublons connaît',
  help: [
    'Sans FICHIER : écrit les mots ajoutés, dans le format du fichier. Avec : ceux du fichier les remplacent, tout ou rien,',
    'et les noms des clients sont relus. Un rôle par ligne, des entrées séparées par des virgules ; dans chacune, le premier',
    'mot vaut pour les autres. Ce qui suit # est un commentaire.',
    '',
    '  métier : grillade grill, kiosque   ce que fait l’entreprise',
    '  lieu : ahoué                       une ville, un quartier, une région',
    '  nom : gnonsian gnonsoa             un nom ou un prénom courant',
    '  nombre : 21 vingtetun              un nombre, en chiffres d’abord',
    '  faible : dynamique                 ce qui se dit de toute entreprise',
    '  ignoré : succursale, filiale       ce qui ne dit rien',
  ],
  options: { json: { type: 'boolean' } },
  positionals: [],
  optional: ['FICHIER'],
  async run({ positionals: [file], options: { json } }) {
    if (file === undefined) {
      const additions = await withData(({ client }) => readAdditions(client))
      if (json === true) return print(JSON.stringify(additions, null, 2))
      return print(additions.length === 0 ? '# Aucun mot ajouté.' : writeEntries(additions))
    }
    const text = textOf(await readFile(file), file)
    const { mots, clients } = await withData(({ client, progress }) =>
      replaceAdditions(client, text, progress),
    )
    if (json === true) return print(JSON.stringify({ mots, clients }, null, 2))
    print(`Dictionnaire enregistré : ${counted(mots, 'mot')}. Noms relus : ${counted(clients, 'client')}.`)
  },
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Failure(
      `${printable(file)} n'est pas un texte en UTF-8. Enregistrez-le dans ce codage, puis relancez.`,
      { cause: error },
    )
  }
}
