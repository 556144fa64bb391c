import { requestReservation } from '../actions/request.ts'
import type { Command } from './command.ts'
import { givenId, givenUser } from './given.ts'
import { print } from './terminal.ts'
import { withData } from './with-data.ts'

export const reserver: Command = {
  verb: 'reserver',
  usage: '--client ID --partenaire ID --par UTILISATEUR [--json]',
  summary: 'demande la réservation d’un client pour un partenaire',
  help: [
    'UTILISATEUR (e-mail ou id) appartient au partenaire avec le droit clients.reserver, ou à l’opérateur avec le droit clients.reservation_valider. Le contrôle de doublon est fait et enregistré avec la demande.',
    'Si un autre partenaire gère le client ou l’a déjà demandé, la demande est un conflit que l’opérateur tranchera.',
  ],
  options: {
    client: { type: 'string' },
    partenaire: { type: 'string' },
    par: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: [],
  async run(given) {
    const client_id = givenId(given, 'client')
    const partenaire_id = givenId(given, 'partenaire')
    const done = await withData(async ({ client }) =>
      requestReservation(
        client,
        { client_id, partenaire_id, par: await givenUser(client, given) },
        new Date(),
      ),
    )
    if (given.options.json === true) return print(JSON.stringify(done, null, 2))
    print(`Réservation ${done.reservation_id} : ${states[done.statut]}.`)
    print(`Contrôle de doublon : ${checks[done.doublon]}.`)
    print(`Pour décider : npx antenne decider ${done.reservation_id} --valider --par UTILISATEUR`)
  },
}

const states = {
  demandee: 'demandée, à valider par l’opérateur',
  conflit: 'en conflit avec un autre partenaire, à trancher par l’opérateur',
}

const checks = {
  aucun: 'aucune fiche proche',
  doublon_potentiel: 'des fiches proches ont été trouvées, voyez-les avec la réservation',
  conflit: 'un autre partenaire gère ce client ou l’a déjà demandé',
}
