import { readConfig } from '../../src/config.ts'

/** The environment of a run: a world of its own for each size, and the demonstration identity. */
export const environmentOf = (clients: number): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: readConfig({ DATA_DIR: process.env.DATA_DIR ?? `.antenne/bench-${clients}` }).dataDir,
  OIDC_ISSUER: '',
  OIDC_JWKS_URL: '',
})
