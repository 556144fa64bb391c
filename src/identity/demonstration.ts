import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { Failure } from '../failure.ts'
import { type Keys, ownKeys } from './keys.ts'

/** The issuer of demonstration tokens, where no identity provider is configured. */
export const DEMONSTRATION_ISSUER = 'urn:antenne:demonstration'

const ALGORITHM = 'ES256'

/**
 * The key pair of the demonstration, created when first needed and stored in the data folder, readable by its owner
 * only.
 */
async function privateKey(dataDir: string): Promise<JWK> {
  const path = join(dataDir, 'demonstration-jwk.json')
  if (!existsSync(path)) await makeKey(dataDir, path)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Failure(
      `Le fichier ${path} est illisible. Supprimez-le : un autre sera fait au prochain démarrage.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Written to a temporary file and linked into place: it appears complete, and of two created at once the first stays.
 */
async function makeKey(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const draft = `${path}.${randomUUID()}`
  const text = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'demonstration' })
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

/** The keys that verify demonstration tokens. */
export async function demonstrationKeys(dataDir: string): Promise<Keys> {
  const { d: _private, ...publicKey } = await privateKey(dataDir)
  return ownKeys({ keys: [publicKey] })
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
