import { largeWorld } from '../../demo/generate.ts'
import { dayOf } from '../day.ts'
import { Failure } from '../failure.ts'
import { importWorld } from '../transfer/import-world.ts'
import type { Command } from './command.ts'
import { counted, print } from './terminal.ts'
import { withData } from './with-data.ts'
import { worldSources } from './write-demonstration.ts'

export const generer: Command = {
  verb: 'generer',
  usage: '--clients N [--graine S] [--json]',
  summary: 'remplit la base d’un grand jeu de données, pour des essais',
  help: [
    'N clients, avec partenaires, comptes, contacts, sites, réservations, documents, forfaits et prix en proportion.',
    'La même graine donne les mêmes données le même jour. Les fiches déjà enregistrées sous ces ids sont remplacées ; une',
    'base reçoit les données d’une seule graine.',
  ],
  options: {
    clients: { type: 'string' },
    graine: { type: 'string', default: 'antenne' },
    json: { type: 'boolean' },
  },
  integers: { clients: { minimum: 1, maximum: 10_000_000 } },
  positionals: [],
  async run({ options, integers: { clients = 0 } }) {
    const seed = String(options.graine)
    const now = new Date()
    const world = largeWorld({ clients, seed, today: dayOf(now) })
    const { fiches } = await withData(({ client, progress }) =>
      importWorld(client, worldSources(world), { now, progress }).catch(explainOtherData),
    )
    if (options.json === true) return print(JSON.stringify({ fiches, clients }, null, 2))
    print(`Données générées : ${counted(fiches, 'fiche')}, dont ${counted(clients, 'client')}.`)
  },
}

/** Codes of plans and numbers of contracts do not depend on the seed: those of another one are there already. */
function explainOtherData(error: unknown): never {
  if (!(error instanceof Failure && error.code === 'import_refuse')) throw error
  throw new Failure(
    'La base contient d’autres données que celles de cette graine : rien n’a été changé. Reprenez la graine de la première fois, ou une base vide.',
    { code: error.code, cause: error },
  )
}
