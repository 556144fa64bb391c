import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Keys } from './keys.ts'

/** The demonstration identity: who signs where no identity provider is configured. */
export const DEMONSTRATION_ISSUER = 'urn:antenne:demonstration'

const ALGORITHM = 'ES256'

/** The key pair of the demonstration, made at first need and kept in the data folder for its owner alone. */
async function privateKey(dataDir: string): Promise<JWK> {
  const path = join(dataDir, 'demonstration-jwk.json')
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'demonstration' }))
  await file.sync()
  await file.close()
  await rename(draft, path).finally(() => rm(draft, { force: true }))
  return JSON.parse(await readFile(path, 'utf8'))
}

/** The keys that verify demonstration tokens. */
export async function demonstrationKeys(dataDir: string): Promise<Keys> {
  const { d: _private, ...publicKey } = await privateKey(dataDir)
  return Object.assign(createLocalJWKSet({ keys: [publicKey] }), { fresh: true, generation: 0 })
}

/** An access token of the demonstration identity for that user. */
export async function demonstrationToken(
  dataDir: string,
  { subject, audience, seconds }: { subject: string; audience: string; seconds: number },
): Promise<string> {
  const jwk = await privateKey(dataDir)
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, kid: 'demonstration', typ: 'JWT' })
    .setIssuer(DEMONSTRATION_ISSUER)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await importJWK(jwk, ALGORITHM))
}
