import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { comptesDemonstration } from '../demo/accounts.ts'
import { userId } from '../demo/demonstration/people.ts'
import { type Manifest, manifests } from '../harness/deploy/manifests.ts'
import { type Command, readArguments } from '../src/commands/command.ts'
import { readConfig } from '../src/config.ts'
import { lireSante } from '../src/operations/lire-sante.ts'

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')

type Environment = Readonly<Record<string, string>>

/** The names that the service asks for. */
const known = new Set<string>()
readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }))

/** A sample configuration: the service knows each name and accepts each value. */
function accepted(environment: Environment) {
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
  return readConfig(environment)
}

/** What is typed after the program's name is a command that there is, with options that it has. */
async function understood([verb = '', ...words]: readonly string[]): Promise<void> {
  const { [verb]: command } = (await import(`../src/commands/${verb}.ts`)) as Record<string, Command>
  expect(() => readArguments(command as Command, words)).not.toThrow()
}

test('the names that the service asks for are found', () => {
  expect(known).toContain('DATABASE_URL')
  expect(known.size).toBeGreaterThan(35)
  expect(() => accepted({ DATABASE_URI: 'postgres://x/y' })).toThrow()
})

describe('systemd', () => {
  /** The settings of a unit. A list that is given in parts is put together. */
  const unit = (file: string): Map<string, string> => {
    const found = new Map<string, string>()
    for (const [, name = '', value = ''] of textOf(`systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm))
      found.set(name, [found.get(name), value].join(' ').trim())
    return found
  }
  const service = unit('antenne.service')
  const expirer = unit('antenne-expirer.service')

  test('the configurations are ones that the service accepts', () => {
    expect(accepted(parseEnv(textOf('systemd/antenne.env')) as Environment).production).toBe(true)
    expect(accepted(parseEnv(textOf('systemd/owner.env')) as Environment).databaseUrl).toMatch(/antenne:/)
  })

  test('the units start commands that there are, by a name that is looked up', async () => {
    for (const one of [service, expirer]) {
      const [, words = ''] = /^\/usr\/bin\/env antenne (.*)$/.exec(one.get('ExecStart') ?? '') ?? []
      await understood(words.split(' '))
    }
  })

  test('a stop leaves time to drain, and the embedded server to the service', () => {
    const { drainNotice, drainTimeout } = accepted(parseEnv(textOf('systemd/antenne.env')) as Environment)
    expect(Number.parseInt(service.get('TimeoutStopSec') ?? '', 10)).toBeGreaterThan(
      drainNotice + drainTimeout,
    )
    expect(service.get('KillMode')).toBe('mixed')
    expect(service.get('RestartPreventExitStatus')).toBe('2')
  })

  test('both units are hardened alike', () => {
    const hardening = (one: Map<string, string>) =>
      [...one].filter(([name]) =>
        /^(Private|Protect|Restrict(?!P)|SystemCall|Capab|Ambient|NoNew|Lock|Remove|Proc|UMask|User|Group)/.test(
          name,
        ),
      )
    expect(hardening(service).length).toBeGreaterThan(25)
    expect(hardening(expirer)).toEqual(hardening(service))
  })
})

describe('Kubernetes', () => {
  const all = manifests()
  const of = (kind: string, name = 'antenne') =>
    all.find(
      ({ kind: other, metadata }) => other === kind && (metadata.name ?? metadata.generateName) === name,
    )
  const podOf = (kind: string, name?: string) => {
    const { spec } = of(kind, name) as Manifest
    return (spec.jobTemplate?.spec ?? spec).template
  }
  const pods = [podOf('Deployment'), podOf('CronJob', 'antenne-expirer'), podOf('Job', 'antenne-migrer-')]
  const told = (name: string): Environment => ({
    ...of('ConfigMap', name)?.data,
    ...of('Secret', name)?.stringData,
  })
  const config = accepted(told('antenne'))
  const [container] = podOf('Deployment').spec.containers

  test('the configurations are ones that the service accepts', () => {
    expect(config.production).toBe(true)
    expect(accepted(told('antenne-owner')).databaseUrl).toMatch(/antenne:/)
    for (const { spec } of pods)
      for (const { configMapRef, secretRef } of spec.containers[0].envFrom)
        expect(of(configMapRef ? 'ConfigMap' : 'Secret', (configMapRef ?? secretRef).name)).toBeDefined()
  })

  test('the pods run commands that there are', async () => {
    for (const { spec } of pods) await understood(spec.containers[0].args)
  })

  test('ports and probes are those of the service; liveness does not ask for health', () => {
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        containerPort,
      ]),
    )
    expect(ports).toEqual({ http: config.port, metrics: config.metricsPort })
    expect([config.host, config.metricsHost]).toEqual(['0.0.0.0', '0.0.0.0'])
    const { readinessProbe, livenessProbe, startupProbe } = container
    expect(readinessProbe.httpGet).toEqual({ path: lireSante.path, port: 'http' })
    expect(livenessProbe.httpGet).toEqual({ path: '/metrics', port: 'metrics' })
    expect(startupProbe.httpGet).toEqual(livenessProbe.httpGet)
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(config.startTimeout)
    // Health may take as long as an answer of a slow database.
    expect(config.drainNotice).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold)
    expect(podOf('Deployment').spec.terminationGracePeriodSeconds).toBeGreaterThan(
      config.drainNotice + config.drainTimeout,
    )
  })

  test('what selects pods finds those of the service', () => {
    const { labels } = podOf('Deployment').metadata
    const { spec: service } = of('Service') as Manifest
    for (const selector of [
      service.selector,
      (of('PodDisruptionBudget') as Manifest).spec.selector.matchLabels,
      (of('Deployment') as Manifest).spec.selector.matchLabels,
    ]) {
      expect(labels).toEqual(selector)
      // No request goes to a pod that expires documents.
      for (const { metadata } of pods.slice(1)) expect(metadata.labels).not.toMatchObject(selector)
    }
    expect(labels).toMatchObject((of('NetworkPolicy') as Manifest).spec.podSelector.matchLabels)
    expect(service.ports[0].targetPort).toBe('http')
  })

  test('no pod has rights that it does not need', () => {
    for (const { spec } of pods) {
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })
})

describe('the image', () => {
  const { services } = load(textOf('container/compose.yaml')) as {
    services: { antenne: { environment: Environment; command: string[] } }
  }
  const realm = JSON.parse(textOf('container/realm.json'))

  test('runs as a user who is not root, and the service itself is process 1', () => {
    const text = textOf('container/Containerfile')
    const user = (/^USER (\d+):\d+$/m.exec(text) ?? [])[1]
    expect(user).toBe(
      String(
        manifests().find(({ kind }) => kind === 'Deployment')?.spec.template.spec.securityContext.runAsUser,
      ),
    )
    expect(text).toMatch(/^ENTRYPOINT \["\/usr\/bin\/node", "[^"]+\/antenne\/bin\/antenne\.js"\]$/m)
    accepted(
      Object.fromEntries(
        [...text.matchAll(/(\w+)=(\S+)/g)].flatMap(([, name = '', value = '']) =>
          known.has(name) ? [[name, value]] : [],
        ),
      ),
    )
  })

  test('the composition is one that the service accepts, with accounts of the demonstration', async () => {
    const { environment, command } = services.antenne
    await understood(command)
    const { issuer, audience, clientId, publicUrl } = accepted({
      ...environment,
      DATABASE_URL: 'postgres://antenne:x@postgres/antenne',
    })
    expect(Object.keys(environment)).toContain('DATABASE_URL')
    expect(issuer).toBe(`http://localhost:8080/realms/${realm.realm}`)
    const [client] = realm.clients
    expect([client.clientId, client.redirectUris, client.webOrigins]).toEqual([
      clientId,
      [`${publicUrl}/retour`],
      [publicUrl],
    ])
    expect(client.protocolMappers[0].config['included.custom.audience']).toBe(audience)
    const users = realm.users.map(({ id, username }: { id: string; username: string }) => [username, id])
    expect(users).toEqual(comptesDemonstration.map(({ email }) => [email, userId(email)]))
  })
})
