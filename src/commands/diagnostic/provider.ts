import type { Config } from '../../config.ts'
import { type Discovery, discoveryOf, fetchDocument, isAsSafe } from '../../identity/fetch-keys.ts'
import { clockFinding } from './clock.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

interface Key {
  readonly kid?: string
  readonly kty?: string
  readonly alg?: string
  readonly use?: string
}

interface Page {
  readonly content: unknown
  /** Milliseconds by which its clock is ahead of ours; undefined when unknown. */
  readonly ahead: number | undefined
}

/** Checks the identity provider: its discovery document, keys and clock. */
export function askProvider({ issuer, jwksUrl, production }: Config): Question {
  const sujet = `Fournisseur d'identité${issuer === undefined ? '' : ` ${issuer}`}`
  if (issuer === undefined) {
    const demonstration = "L'identité de démonstration est utilisée : aucun fournisseur n'est configuré."
    const remedy = "Donnez l'adresse de votre fournisseur d'identité dans OIDC_ISSUER."
    const found = production
      ? wrong(sujet, demonstration, `En production elle est refusée. ${remedy}`)
      : worthKnowing(sujet, demonstration, `Pour de vraies données : ${remedy}`)
    return { sujet, ask: async () => [found] }
  }
  return {
    sujet,
    async ask(signal) {
      let address = jwksUrl
      if (address === undefined) {
        const discovery = discoveryOf(issuer)
        const page = await fetchPage(discovery, signal).catch((error: unknown) =>
          cannot(sujet, discovery, error),
        )
        if ('etat' in page) return [page]
        const { issuer: named, jwks_uri } = (page.content as Discovery) ?? {}
        if (named !== issuer || typeof jwks_uri !== 'string') {
          const says = `La description ${discovery} nomme l'émetteur « ${String(named)} ».`
          return [wrong(sujet, says, 'Donnez à OIDC_ISSUER exactement cette valeur, barre finale comprise.')]
        }
        if (!isAsSafe(jwks_uri, issuer)) {
          const says = `La description ${discovery} place les clés à ${jwks_uri}, une adresse moins sûre que la sienne.`
          return [wrong(sujet, says, 'Faites publier les clés en https : le service refuse celles-ci.')]
        }
        address = jwks_uri
      }
      const from = address
      const page = await fetchPage(from, signal).catch((error: unknown) => cannot(sujet, from, error))
      if ('etat' in page) return [page]
      const { keys } = (page.content as { readonly keys?: unknown } | null) ?? {}
      return [keysFinding(sujet, from, keys), ...clockFinding(sujet, page.ahead, 4000)]
    },
  }
}

function keysFinding(sujet: string, from: string, published: unknown): Finding {
  const keys: Key[] = Array.isArray(published) ? published : []
  const signing = keys.filter(({ use = 'sig', kty }) => use === 'sig' && kty !== 'oct')
  const faits = { adresse: from, cles: keys.map(({ kid, kty, alg }) => ({ kid, kty, alg })) }
  if (signing.length === 0) {
    const remedy = 'Publiez-y les clés de signature : sans elles, aucun jeton n’est accepté.'
    return wrong(sujet, `Aucune clé de signature publiée à ${from}.`, remedy, faits)
  }
  const named = signing.map(({ kid = 'sans nom', alg, kty }) => `${kid} (${alg ?? kty})`)
  const count = signing.length === 1 ? '1 clé de signature' : `${signing.length} clés de signature`
  return well(sujet, `${count} : ${named.join(', ')}.`, faits)
}

const cannot = (sujet: string, address: string, error: unknown): Finding => {
  const { why, remedy, code } = unreached(error)
  return wrong(sujet, `${address} est illisible : ${why}.`, remedy, { code })
}

async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  const asked = Date.now()
  const { content, date: sent } = await fetchDocument(address, signal)
  const date = Date.parse(sent ?? '')
  // The header has whole seconds: on average half a second is missing.
  const ahead = Number.isNaN(date) ? undefined : date + 500 - (asked + Date.now()) / 2
  return { content, ahead }
}
