import { Check } from 'typebox/value'
import { isOpenToAll } from './addresses.ts'
import { Failure } from './failure.ts'
import type { Variable } from './variable.ts'
import { variables } from './variables.ts'

/**
 * The configuration from the environment: read once, checked, frozen. Nothing else reads `process.env`. What each value
 * means is said where its variable is declared.
 */
export type Config = {
  readonly [Key in keyof typeof variables]: (typeof variables)[Key] extends Variable<infer T> ? T : never
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether this is production. Works even if the rest of the configuration is wrong. */
export const isProduction = (environment: Environment = process.env): boolean =>
  variables.production.value(environment.NODE_ENV ?? '') === true

/** The configuration, or one Failure that lists all faults. An empty variable counts as absent. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = []
  const given = ({ name }: { name: string }) => environment[name]?.trim() || undefined
  const read = (variable: Variable<unknown>): unknown => {
    const text = given(variable) ?? variable.byDefault
    if (text === undefined) return variable.absent
    const value = variable.value(text)
    if (Check(variable.schema, value)) return value
    faults.push(...variable.faults(text).map((fault) => `${variable.name} ${fault}`))
    return variable.absent
  }
  const values = Object.entries(variables).map(([key, variable]) => [key, read(variable)])
  // NODE_ENV is not trimmed: what only looks like development is production.
  const config: Config = Object.freeze({
    ...Object.fromEntries(values),
    production: isProduction(environment),
  })
  const needs = (variable: { name: string }, other: { name: string }, remedy: string) => {
    if (given(variable) !== undefined && given(other) === undefined)
      faults.push(`${variable.name} est donné sans ${other.name} : ${remedy}`)
  }
  const { databaseUrl, replicaUrls, issuer, jwksUrl, clientId } = variables
  needs(replicaUrls, databaseUrl, 'donnez aussi le serveur principal.')
  needs(jwksUrl, issuer, "donnez aussi l'émetteur attendu des jetons.")
  needs(clientId, issuer, "donnez aussi l'adresse du fournisseur d'identité.")
  if (config.production && isOpenToAll(config.jwksUrl)) {
    faults.push('OIDC_JWKS_URL : en production, donnez une adresse https://… : les clés font foi.')
  }
  if (config.production && config.jwksUrl === undefined && isOpenToAll(config.issuer)) {
    faults.push(
      'OIDC_ISSUER : en production, donnez une adresse https://…, ou les clés à une adresse sûre dans OIDC_JWKS_URL.',
    )
  }
  if (faults.length > 0) {
    throw new Failure(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join('\n')}`, {
      exitCode: 2,
      code: 'configuration_invalide',
    })
  }
  return config
}
