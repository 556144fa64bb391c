import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { type Data, openData, run } from './setup/command-line.ts'

const faultsOf = async (environment: Record<string, string>): Promise<string[]> => {
  const { status, out, err } = await run(['comptes'], environment)
  expect([status, out]).toEqual([2, ''])
  const [title, ...faults] = err.trimEnd().split('\n')
  expect(title).toBe('Configuration invalide :')
  return faults
}

describe('a wrong variable ends every command with 2, and is named with what is right', () => {
  test.each([
    ['PORT', '65536', 'de 0 à 65535'],
    ['PORT', '-1', 'de 0 à 65535'],
    ['PORT', '3e3', 'de 0 à 65535'],
    ['RATE_LIMIT_USER', '0', 'de 1 à'],
    ['RATE_LIMIT_ADDRESS', 'beaucoup', 'de 1 à'],
    ['RATE_LIMIT_WINDOW_S', '86401', 'de 1 à 86400'],
    ['CONNECTIONS_PER_ADDRESS', '0', 'de 1 à 10000'],
    ['LOG_LEVEL', 'bavard', 'valeurs possibles : fatal, error, warn, info, debug, trace, silent'],
    ['DATABASE_URL', 'antenne', 'postgres://… ou postgresql://…'],
    ['DATABASE_URL', 'mysql://root@localhost/antenne', 'postgres://… ou postgresql://…'],
    ['DATABASE_URL', 'postgresql://localhost:99999/antenne', 'postgres://… ou postgresql://…'],
    ['DATABASE_URL', 'postgres://a,b/antenne', 'DATABASE_REPLICA_URLS'],
    ['DATABASE_URL', 'postgres://qui@a:5432,b:5432/antenne', 'HAProxy'],
    ['DATABASE_URL', 'postgres://qui@a/antenne?host=a,b', 'HAProxy'],
    ['DATABASE_URL', 'postgres://qui@a/antenne?host=a%2Cb', 'HAProxy'],
    ['DATABASE_URL', 'postgres://qui:a,b@a,b', 'HAProxy'],
    ['DATABASE_REPLICA_URLS', 'postgres://a, postgres://qui@b/antenne?host=b%2Cc', 'HAProxy'],
    ['DATABASE_FAILOVER_S', '-1', 'de 0 à 3600'],
    ['OIDC_ISSUER', 'identite.exemple.ci', 'https://… ou http://…'],
    ['OIDC_ISSUER', 'ftp://identite.exemple.ci', 'https://… ou http://…'],
    ['DATABASE_POOL', '0', 'de 1 à 100'],
    ['DATABASE_REPLICA_URLS', 'postgres://a@b/c, mysql://d', 'postgres://…, séparées par des virgules'],
    ['METRICS_PORT', '-1', 'de 0 à 65535'],
    ['OIDC_KEYS_REFRESH_S', '9', 'de 10 à 86400'],
    ['START_TIMEOUT_S', '0', 'de 1 à 86400'],
    ['DRAIN_NOTICE_S', '301', 'de 0 à 300'],
    ['DRAIN_TIMEOUT_S', '0', 'de 1 à 600'],
    ['REDIS_URL', 'localhost:6379', 'redis://… ou rediss://…'],
    ['ANTIVIRUS_URL', 'localhost:3310', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'http://localhost:3310', 'unix:///chemin'],
    ['ANTIVIRUS_URL', 'tcp://localhost:0', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'tcp://localhost:65536', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'tcp://qui@localhost:3310', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'tcp://localhost:3310/chemin', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'tcp://[::g]:3310', 'tcp://machine:3310'],
    ['ANTIVIRUS_URL', 'unix://run/clamd.ctl', 'unix:///chemin'],
    ['ANTIVIRUS_URL', 'unix:/run/clamd.ctl', 'unix:///chemin'],
    ['CORS_ORIGINS', '*', 'https://app.exemple.ci'],
    ['CORS_ORIGINS', 'https://*.exemple.ci', 'sans « * »'],
    ['CORS_ORIGINS', 'app://*', 'sans « * »'],
    ['CORS_ORIGINS', 'https://app.exemple.ci/', 'https://app.exemple.ci'],
    ['CORS_ORIGINS', 'capacitor://localhost/', 'capacitor://localhost'],
    ['CORS_ORIGINS', 'capacitor://moi@localhost', 'capacitor://localhost'],
    ['CORS_ORIGINS', 'capacitor:localhost', 'capacitor://localhost'],
    ['CORS_ORIGINS', 'null', 'https://app.exemple.ci'],
    ['CORS_ORIGINS', 'https://a.ci, app.exemple.ci', 'https://app.exemple.ci'],
    ['TRUST_PROXY', 'true', '10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/33', '10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.1,mandataire', '10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/8/8', '10.0.0.0/8'],
    ['TRUST_PROXY', '::1/129', '10.0.0.0/8'],
  ])('%s=%s', async (variable, value, expected) => {
    const faults = await faultsOf({ DATABASE_URL: 'postgres://x', [variable]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^  - ${variable} `))])
    expect(faults[0]).toContain(expected)
  })

  test('OIDC_JWKS_URL, by itself and without OIDC_ISSUER', async () => {
    expect(await faultsOf({ OIDC_JWKS_URL: 'cles', OIDC_ISSUER: 'https://x.ci' })).toEqual([
      expect.stringContaining('OIDC_JWKS_URL'),
    ])
    expect(await faultsOf({ OIDC_JWKS_URL: 'https://x.ci/cles' })).toEqual([
      expect.stringContaining('OIDC_JWKS_URL est donné sans OIDC_ISSUER'),
    ])
  })

  test('OIDC_CLIENT_ID without OIDC_ISSUER', async () => {
    expect(await faultsOf({ OIDC_CLIENT_ID: 'page' })).toEqual([
      expect.stringContaining('OIDC_CLIENT_ID est donné sans OIDC_ISSUER'),
    ])
  })

  test('an issuer in production that anybody on the way may speak for', async () => {
    const unsafe = { NODE_ENV: 'production', OIDC_ISSUER: 'http://identite.exemple.ci' }
    expect(await faultsOf(unsafe)).toEqual([expect.stringContaining('en production')])
    expect(
      await faultsOf({ ...unsafe, PORT: 'x', OIDC_ISSUER: 'http://127.0.0.1.exemple.ci/' }),
    ).toHaveLength(2)
    for (const safe of [
      'https://identite.exemple.ci',
      'http://localhost:8080/',
      'http://127.0.0.1:80',
      'http://[::1]:80',
    ]) {
      expect(await faultsOf({ ...unsafe, PORT: 'x', OIDC_ISSUER: safe })).toHaveLength(1)
    }
  })

  test('keys in production at an address that anybody on the way may speak for', async () => {
    const unsafe = { NODE_ENV: 'production', PORT: 'x', OIDC_ISSUER: 'https://identite.exemple.ci' }
    const faults = await faultsOf({ ...unsafe, OIDC_JWKS_URL: 'http://identite.exemple.ci/cles' })
    expect(faults).toEqual([
      expect.stringContaining('PORT'),
      expect.stringMatching(/OIDC_JWKS_URL : en production, .+\.$/),
    ])
    for (const safe of ['https://identite.exemple.ci/cles', 'http://127.0.0.1:80/cles']) {
      expect(await faultsOf({ ...unsafe, OIDC_JWKS_URL: safe })).toHaveLength(1)
    }
  })

  test('replicas without their primary', async () => {
    expect(await faultsOf({ DATABASE_REPLICA_URLS: 'postgres://a@b/c' })).toEqual([
      expect.stringContaining('DATABASE_REPLICA_URLS est donné sans DATABASE_URL'),
    ])
  })

  test('all of them together, one a line', async () => {
    const faults = await faultsOf({
      PORT: 'x',
      DATABASE_URL: 'x',
      OIDC_ISSUER: 'x',
      OIDC_JWKS_URL: 'x',
      RATE_LIMIT_USER: 'x',
      RATE_LIMIT_ADDRESS: 'x',
      RATE_LIMIT_WINDOW_S: 'x',
      REDIS_URL: 'x',
      CORS_ORIGINS: 'x,y',
      TRUST_PROXY: 'x,y',
      LOG_LEVEL: 'x',
    })
    expect(faults.map((fault) => fault.split(' ')[3]).sort()).toEqual([
      'CORS_ORIGINS',
      'CORS_ORIGINS',
      'DATABASE_URL',
      'LOG_LEVEL',
      'OIDC_ISSUER',
      'OIDC_JWKS_URL',
      'PORT',
      'RATE_LIMIT_ADDRESS',
      'RATE_LIMIT_USER',
      'RATE_LIMIT_WINDOW_S',
      'REDIS_URL',
      'TRUST_PROXY',
      'TRUST_PROXY',
    ])
  })

  test.each(['ssl-mode=verify-full', 'ssl_mode=require', 'SSLMODE=verify-full', 'sslmode=', 'sslmode=full'])(
    'an address that would not be encrypted as it says: %s',
    async (asked) => {
      const address = `postgres://a:tres-secret@b/c?${asked}`
      for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_ACTIONS_URLS']) {
        const { status, err } = await run(['comptes'], { DATABASE_URL: 'postgres://b/c', [name]: address })
        expect([status, err]).toEqual([2, expect.stringContaining(`${name} demande un chiffrement`)])
        expect(err).not.toContain('secret')
      }
    },
  )

  test('a password is never repeated', async () => {
    const { err } = await run(['comptes'], {
      DATABASE_URL: 'http://antenne:tres-secret@localhost/antenne',
      REDIS_URL: 'http://:tres-secret@localhost',
      OIDC_ISSUER: 'ldap://antenne:tres-secret@localhost',
      OIDC_JWKS_URL: 'ldap://antenne:tres-secret@localhost',
    })
    expect(err).toMatch(/DATABASE_URL[\s\S]+OIDC_ISSUER[\s\S]+OIDC_JWKS_URL[\s\S]+REDIS_URL/)
    expect(err).not.toContain('secret')
  })
})

describe('what is right is accepted', () => {
  let data: Data

  test('a comma in the password of an address, and several addresses', () => {
    const databaseUrl = 'postgres://qui:a,b@c:5432/antenne'
    const replicaUrls = ['postgres://d', 'postgres://e:5433/antenne']
    const environment = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URLS: replicaUrls.join() }
    expect(readConfig(environment)).toMatchObject({ databaseUrl, replicaUrls })
  })

  test.each([
    ['tcp://antivirus.exemple.ci:3311', { host: 'antivirus.exemple.ci', port: 3311 }],
    ['tcp://10.0.0.7', { host: '10.0.0.7', port: 3310 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['', undefined],
  ])('a scanner at «%s»', (ANTIVIRUS_URL, antivirus) => {
    expect(readConfig({ ANTIVIRUS_URL }).antivirus).toEqual(antivirus)
  })

  test.each([
    ['empty variables, as absent ones', { PORT: '', LOG_LEVEL: ' ', CORS_ORIGINS: '', TRUST_PROXY: ' , ' }],
    [
      'every variable',
      {
        PORT: '0',
        HOST: '::1',
        OIDC_ISSUER: 'https://identite.exemple.ci/',
        OIDC_JWKS_URL: 'https://identite.exemple.ci/cles',
        OIDC_KEYS_REFRESH_S: '10',
        OIDC_AUDIENCE: 'autre',
        RATE_LIMIT_USER: '1',
        RATE_LIMIT_ADDRESS: '1000000000',
        RATE_LIMIT_WINDOW_S: '86400',
        REDIS_URL: 'rediss://:secret@localhost:6380/1',
        CORS_ORIGINS:
          'https://app.exemple.ci, http://localhost:5173, capacitor://localhost, app://ci.exemple.Antenne:1',
        TRUST_PROXY: '10.0.0.0/8,192.168.1.1, fd00::/8,::1',
        LOG_LEVEL: 'silent',
        NODE_ENV: 'production',
      },
    ],
  ])('%s', async (_, environment) => {
    data = await openData('vide')
    expect(await run(['comptes', '--json'], { ...data.environment, ...environment })).toMatchObject({
      status: 0,
      out: '[]\n',
    })
    await data.close()
  })
})

describe('the demonstration identity', () => {
  const remedy = 'OIDC_ISSUER'

  test.each([
    [['demarrer'], 'production'],
    [['demarrer', '--demo'], 'production'],
    [['demarrer', '--demo'], 'Production'],
    [['demarrer', '--demo'], 'prod'],
    [['demarrer', '--demo'], ' development '],
  ])('is refused in production: %j with NODE_ENV=%s', async (words, NODE_ENV) => {
    const { status, out, err } = await run(words, { NODE_ENV, DATA_DIR: '/nulle/part' })
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain("L'identité de démonstration est refusée en production.")
    expect(err).toContain(remedy)
  })

  test('is refused on DATABASE_URL without --demo, before the database is looked at', async () => {
    const DATABASE_URL = 'postgresql://antenne:tres-secret@127.0.0.1:1/antenne'
    const { status, out, err } = await run(['demarrer'], { DATABASE_URL })
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain("L'identité de démonstration est refusée sur DATABASE_URL.")
    expect(err).toContain(remedy)
    expect(err).toContain('--demo')
    expect(err).not.toContain('secret')
  })
})
