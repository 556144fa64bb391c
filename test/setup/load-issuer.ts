import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An identity provider that publishes one key and signs with it. */
export interface Issuer {
  readonly url: string
  token(subject: string, seconds?: number): Promise<string>
  close(): void
}

export async function openIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const published = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'a' }] })
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(published),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    token: (subject, seconds = 3600) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: 'a' })
        .setIssuer(url)
        .setAudience('antenne')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    close: () => server.close(),
  }
}
