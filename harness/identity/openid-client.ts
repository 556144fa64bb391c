import { createHash, randomBytes } from 'node:crypto'
import { type Algorithm, application, machineSecret, resource } from './openid.ts'

/** What a provider gives in exchange. */
interface Granted {
  readonly status: number
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly error?: string
}

/** Asks as browsers do: once more when the connection was closed before anything came. */
async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (code !== 'UND_ERR_SOCKET') throw error
    return fetch(address, init)
  }
}

/** What a browser is to a provider: it keeps cookies, follows redirections and sends forms. */
class Browser {
  readonly #cookies = new Map<string, string>()

  async visit(address: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(address, {
      headers: { cookie },
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

/** A client of the provider, as back-offices and machines are. */
export class OpenidClient {
  readonly #issuer: string

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** Logs that user in and consents: the code of the authorisation, and what proves who asked for it. */
  async authorise(user: string, alg: Algorithm = 'ES256') {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: application.id,
      redirect_uri: application.redirect,
      response_type: 'code',
      scope: 'openid offline_access lire',
      prompt: 'consent',
      resource: resource(alg),
      state: 'etat',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const browser = new Browser()
    let response = await browser.visit(`${this.#issuer}/auth?${query}`)
    const pages: string[] = []
    for (;;) {
      const location = response.headers.get('location')
      if (location?.startsWith(application.redirect)) {
        return { code: new URL(location).searchParams.get('code') ?? '', verifier, pages }
      }
      if (location !== null) {
        response = await browser.visit(new URL(location, this.#issuer).href)
        continue
      }
      const { action, prompt } = formOf(await response.text())
      pages.push(prompt)
      response = await browser.visit(action, { prompt, login: user, password: 'mot de passe' })
    }
  }

  exchange(code: string, verifier: string, alg: Algorithm = 'ES256'): Promise<Granted> {
    return this.#token({
      grant_type: 'authorization_code',
      client_id: application.id,
      redirect_uri: application.redirect,
      resource: resource(alg),
      code,
      code_verifier: verifier,
    })
  }

  machineToken(id: string, alg: Algorithm = 'ES256'): Promise<Granted> {
    return this.#token({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: machineSecret,
      resource: resource(alg),
      scope: 'lire',
    })
  }

  async #token(form: Record<string, string>): Promise<Granted> {
    const response = await send(`${this.#issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    return { ...((await response.json()) as Omit<Granted, 'status'>), status: response.status }
  }
}

/** Where a page of the provider wants its form sent, and what it asks for. */
function formOf(page: string) {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
  if (action === undefined || prompt === undefined) throw new Error(`no form in: ${page}`)
  return { action, prompt }
}
