import type { Config } from '../../config.ts'
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
  readonly content: Record<string, unknown>
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
        const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
        const page = await fetchPage(discovery, signal).catch((error: unknown) =>
          cannot(sujet, discovery, error),
        )
        if ('etat' in page) return [page]
        const { issuer: named, jwks_uri } = page.content
        if (named !== issuer || typeof jwks_uri !== 'string') {
          const says = `La description ${discovery} nomme l'émetteur « ${String(named)} ».`
          return [wrong(sujet, says, 'Donnez à OIDC_ISSUER exactement cette valeur, barre finale comprise.')]
        }
        address = jwks_uri
      }
      const from = address
      const page = await fetchPage(from, signal).catch((error: unknown) => cannot(sujet, from, error))
      if ('etat' in page) return [page]
      return [keysFinding(sujet, from, page.content.keys), ...clockFinding(sujet, page.ahead, 4000)]
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
  const response = await fetch(address, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`réponse HTTP ${response.status}`)
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds: on average half a second is missing.
  const ahead = Number.isNaN(date) ? undefined : date + 500 - (asked + Date.now()) / 2
  return { content: (await response.json()) as Page['content'], ahead }
}
