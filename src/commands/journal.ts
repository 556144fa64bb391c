import { type Entry, readJournal } from '../actions/journal.ts'
import { printable } from '../failure.ts'
import type { Arguments, Command } from './command.ts'
import { uuidOf } from './given.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

export const journal: Command = {
  verb: 'journal',
  usage: '[--client ID] [--reservation ID] [--document ID] [--json]',
  summary: 'montre qui a fait quoi et quand, avec les valeurs avant et après',
  help: [
    'Tout le journal, du plus ancien au plus récent, ou seulement ce qui concerne un client,',
    'une réservation ou un document KYC.',
  ],
  options: {
    client: { type: 'string' },
    reservation: { type: 'string' },
    document: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: [],
  async run(given) {
    const wanted = {
      client_id: optionalId(given, 'client'),
      reservation_id: optionalId(given, 'reservation'),
      document_id: optionalId(given, 'document'),
    }
    const entries = await withData(({ client }) => readJournal(client, wanted))
    if (given.options.json === true) return print(JSON.stringify(entries, null, 2))
    if (entries.length === 0) return print('Le journal est vide pour cette recherche.')
    let last = ''
    for (const entry of entries) {
      if (entry.mouvement !== last) print(`${last === '' ? '' : '\n'}${titleOf(entry)}`)
      last = entry.mouvement
      printChange(entry)
    }
  },
}

function printChange({ ressource, ressource_id, avant, apres }: Entry): void {
  const what = avant === null ? ' (nouvelle)' : apres === null ? ' (retirée)' : ''
  print(`  ${ressource} ${ressource_id}${what}`)
  for (const [field, value] of Object.entries(apres ?? avant ?? {})) {
    const before = avant === null || apres === null ? '' : `${shown(avant[field])} → `
    print(`    ${field} : ${before}${shown(value)}`)
  }
}

const optionalId = ({ options }: Arguments, option: string): string | null =>
  typeof options[option] === 'string' ? uuidOf(options[option], `--${option}`) : null

const titleOf = ({ fait_le, geste, fait_par, auteur, requete }: Entry): string => {
  const [day = '', time = ''] = fait_le.split('T')
  const how = requete === null ? 'en ligne de commande' : `requête ${requete}`
  const who =
    fait_par === null ? 'le service' : `${printable(auteur ?? 'utilisateur inconnu')} (${fait_par}), ${how}`
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)} UTC — ${geste}, par ${who}`
}

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? '∅'
    : typeof value === 'string'
      ? printable(value)
      : JSON.stringify(value)
