import type { Config } from '../../config.ts'
import { version } from '../../package.ts'
import { type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** Checks the service that may run at the configured address. */
export function askService({ host, port }: Config): Question {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}`
  const sujet = `Service ${address}`
  return {
    sujet,
    async ask(signal) {
      if (port === 0)
        return [worthKnowing(sujet, 'PORT vaut 0 : son port n’est pas connu.', 'Donnez un PORT fixe.')]
      let response: Response
      try {
        response = await fetch(`${address}/api/v1/sante`, { signal })
      } catch (error) {
        const { why, code } = unreached(error)
        const remedy = 'Démarrez-le avec « antenne demarrer », ou corrigez HOST et PORT.'
        return [wrong(sujet, `Ne répond pas : ${why}.`, remedy, { code })]
      }
      const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
      const faits = { statut_http: response.status, ...body }
      if (response.status === 503 && body.code === 'service_indisponible') {
        const remedy = 'Réparez ce qui est signalé ici ; le journal du service en dit la cause.'
        return [wrong(sujet, 'Démarré, mais incapable de répondre aux requêtes (503).', remedy, faits)]
      }
      if (typeof body.statut !== 'string') {
        const remedy = 'Arrêtez cet autre programme, ou choisissez un autre PORT.'
        return [wrong(sujet, `Un autre programme répond (${response.status}).`, remedy, faits)]
      }
      if (body.statut !== 'ok') {
        const remedy = 'Réparez ce qui est signalé ici ; docs/operations.md dit quoi faire pour chaque cause.'
        return [
          wrong(
            sujet,
            `En service, version ${body.version}, mais en état « ${body.statut} ».`,
            remedy,
            faits,
          ),
        ]
      }
      if (body.version !== version) {
        const says = `En service, version ${body.version} ; ce diagnostic est de la version ${version}.`
        return [worthKnowing(sujet, says, 'Redémarrez le service après une mise à jour.', faits)]
      }
      return [well(sujet, `En service, version ${version}.`, faits)]
    },
  }
}
