import { NoVerdict, ping } from '../../antivirus/clamd.ts'
import type { Config } from '../../config.ts'
import { type Question, well, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** Checks the scanner of files, where one is configured. */
export function askScanner({ antivirus }: Config): Question[] {
  if (antivirus === undefined) return []
  const sujet = `Antivirus ${'path' in antivirus ? antivirus.path : `${antivirus.host}:${antivirus.port}`}`
  const ask = async (signal: AbortSignal) => {
    try {
      await ping(antivirus, { signal })
      return [well(sujet, 'Répond.')]
    } catch (error) {
      const meanwhile = 'Les fichiers attendent leur analyse.'
      if (error instanceof NoVerdict && error.reached && error.cause === undefined) {
        const remedy = 'Donnez dans ANTIVIRUS_URL l’adresse de clamd.'
        return [wrong(sujet, `Ce qui répond n’est pas clamd. ${meanwhile}`, remedy)]
      }
      const { why, remedy, code } = unreached(error)
      return [wrong(sujet, `Ne répond pas : ${why}. ${meanwhile}`, remedy, { code })]
    }
  }
  return [{ sujet, ask }]
}
