import { expireDocuments, expiredDocuments } from '../actions/expire.ts'
import { sweepKept } from '../extension/sweep.ts'
import type { Command } from './command.ts'
import { counted, print, table, tell } from './terminal.ts'
import { withData } from './with-data.ts'

export const expirer: Command = {
  verb: 'expirer',
  usage: '[--simuler] [--json]',
  summary: 'marque comme expirés les documents KYC dont la date est passée',
  help: [
    'Le service le fait de lui-même à son démarrage et peu après minuit UTC. Les réponses ne changent pas : elles les',
    'donnent déjà pour expirés. --simuler montre ce qui serait marqué, et ne change rien.',
  ],
  options: { simuler: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: [],
  async run({ options: { simuler, json } }) {
    const now = new Date()
    const { found, left } = await withData(async ({ client }) => {
      if (simuler === true) return { found: await expiredDocuments(client, now), left: 0 }
      const found = await expireDocuments(client, now, null)
      await sweepKept(client, now)
      return { found, left: (await expiredDocuments(client, now)).length }
    })
    if (left > 0) {
      tell(
        `${counted(left, 'document')} à marquer plus tard : un import ou une autre instance y travaille. Relancez ensuite.`,
      )
    }
    if (json === true) return print(JSON.stringify(found, null, 2))
    if (found.length === 0) return left > 0 ? undefined : print('Aucun document à marquer comme expiré.')
    const rows = found.map((each) => [
      each.id,
      each.organisation,
      each.type_document,
      frenchDate(each.date_expiration),
      each.statut,
    ])
    print(table(['id', 'organisation', 'document', 'expiré après le', 'statut enregistré'], rows))
    const s = found.length > 1 ? 's' : ''
    const verb = simuler === true ? 'À marquer' : `Marqué${s}`
    print(`\n${verb} comme expiré${s} : ${counted(found.length, 'document')}.`)
  },
}

const frenchDate = (day: string): string => day.split('-').reverse().join('/')
