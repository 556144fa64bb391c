import { type Decision, decideReservation } from '../actions/decide.ts'
import { annulerReservation } from '../extension/annuler-reservation.ts'
import { readBody } from '../extension/body.ts'
import { Failure } from '../failure.ts'
import { Refusal } from '../refusal.ts'
import { type Arguments, type Command, WrongUsage } from './command.ts'
import { givenUser, uuidOf } from './given.ts'
import { counted, print } from './terminal.ts'
import { withData } from './with-data.ts'

export const decider: Command = {
  verb: 'decider',
  usage: 'RESERVATION (--valider | --refuser | --annuler) [--motif TEXTE] --par UTILISATEUR [--json]',
  summary: 'décide d’une réservation en attente',
  help: [
    'UTILISATEUR (e-mail ou id) doit avoir le droit clients.reservation_valider.',
    'Pour annuler, le droit clients.reserver suffit à un utilisateur du partenaire demandeur.',
    'Valider attribue le client au partenaire et refuse les autres demandes. Un refus ou une annulation exige un motif.',
  ],
  options: {
    valider: { type: 'boolean' },
    refuser: { type: 'boolean' },
    annuler: { type: 'boolean' },
    motif: { type: 'string' },
    par: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: ['RESERVATION'],
  async run(given) {
    const id = uuidOf(given.positionals[0] ?? '', 'RESERVATION')
    const decision = decisionOf(given)
    const motif = motifOf(given)
    if (decision !== 'validee' && motif === null)
      throw new Failure('Un refus ou une annulation doit être motivé : donnez --motif "…".', {
        code: 'motif_requis',
      })
    const done = await withData(async ({ client }) =>
      decideReservation(client, { id, decision, motif, par: await givenUser(client, given) }, new Date()),
    )
    if (given.options.json === true) return print(JSON.stringify(done, null, 2))
    print(`Réservation ${id} : ${words[done.statut]}.`)
    print(`Client ${done.client_id} : ${clients[done.client_statut] ?? done.client_statut}.`)
    if (done.fermees.length > 0) {
      print(
        `${counted(done.fermees.length, 'autre demande')} refusée${done.fermees.length > 1 ? 's' : ''} : ${done.fermees.join(', ')}.`,
      )
    }
  },
}

/** The motif, as whoever decides on the page may write it. */
function motifOf({ options: { motif } }: Arguments): string | null {
  if (typeof motif !== 'string' || motif.trim() === '') return null
  try {
    const read: { readonly motif: string } = readBody(annulerReservation, { motif }, new Date())
    return read.motif
  } catch (error) {
    if (error instanceof Refusal)
      throw new WrongUsage(`--motif : ${Object.values(error.details ?? {}).join(' ')}`)
    throw error
  }
}

/** The other states are French words already. */
const clients: Readonly<Record<string, string>> = {
  reservation_demandee: 'réservation demandée',
  reserve: 'réservé',
}

const words = { validee: 'validée', refusee: 'refusée', annulee: 'annulée' }

function decisionOf({ options: { valider, refuser, annuler } }: Arguments): Decision {
  const given = [valider && 'validee', refuser && 'refusee', annuler && 'annulee'].filter((word) => word)
  if (given.length !== 1) {
    throw new WrongUsage('Donnez une décision, et une seule : --valider, --refuser ou --annuler.')
  }
  return given[0] as Decision
}
