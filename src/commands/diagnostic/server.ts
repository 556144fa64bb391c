import pg from 'pg'
import type { DatabaseAddress } from '../../database/database.ts'
import { readMigrations } from '../../database/migrate.ts'
import { lacking, mayWrite } from '../../database/read-role.ts'
import {
  appliedMigrations,
  hasSchema,
  readConnectionFacts,
  readControlFacts,
  type ServerFacts,
} from '../../database/server-facts.ts'
import { clockFinding, seconds } from './clock.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** The facts of the server of that subject. */
export interface HeardFacts extends ServerFacts {
  readonly sujet: string
}

const TIMEOUT = 3000

/** Checks one configured server: its role, the schema, the rights of this account, its clock. Passes on its facts. */
export function askServer(
  sujet: string,
  connection: DatabaseAddress,
  { poolSize, heard }: { poolSize: number; heard: (facts: HeardFacts) => void },
): Question {
  return {
    sujet,
    async ask(signal) {
      const client = new pg.Client({
        ...connection,
        connectionTimeoutMillis: TIMEOUT,
        query_timeout: TIMEOUT,
        application_name: 'antenne (diagnostic)',
      })
      client.on('error', () => {})
      const hangUp = () => client.connection.stream.destroy()
      signal.addEventListener('abort', hangUp)
      try {
        await client.connect()
        return await examine(client, sujet, poolSize, heard)
      } catch (error) {
        const { why, remedy, code } = unreached(error)
        return [wrong(sujet, `Ne répond pas : ${why}.`, remedy, { code })]
      } finally {
        hangUp()
      }
    },
  }
}

async function examine(
  client: pg.Client,
  sujet: string,
  poolSize: number,
  heard: (facts: HeardFacts) => void,
): Promise<Finding[]> {
  const asked = Date.now()
  const { num, encodage, pid, compte, sur, connexions, heure, ...told } = await readConnectionFacts(client)
  const ahead = heure - (asked + Date.now()) / 2
  const { processID } = client as pg.Client & { processID: number | null }
  if (processID !== pid) {
    const remedy =
      'Donnez l’adresse de PostgreSQL lui-même : le service limite déjà ses connexions (docs/operations.md).'
    return [
      wrong(sujet, 'Un répartiteur de connexions comme PgBouncer répond à la place de PostgreSQL.', remedy),
    ]
  }
  const { grappe, ligne_de_temps } = await readControlFacts(client)
  const facts = { ...told, sujet, grappe, ligne_de_temps: told.ligne_de_temps ?? ligne_de_temps }
  heard(facts)
  const line = facts.ligne_de_temps === null ? '' : `, ligne de temps ${facts.ligne_de_temps}`
  const says = `PostgreSQL ${facts.version}, ${facts.role}${line}, compte ${compte}, écart d'horloge ${seconds(Math.abs(ahead))}.`
  const findings: Finding[] = [well(sujet, says, { ...facts, compte, avance_ms: Math.round(ahead) })]
  const problem = (constat: string, remede: string) => findings.push(wrong(sujet, constat, remede))
  if (num < 150_000) problem('PostgreSQL 15 ou plus récent est nécessaire.', 'Mettez ce serveur à jour.')
  if (encodage !== 'UTF8') problem(`La base est en ${encodage} ; il faut UTF8.`, 'Recréez-la en UTF8.')
  if (!sur)
    problem(
      'fsync ou full_page_writes est désactivé : une panne peut détruire les données.',
      'Remettez les deux à on.',
    )
  if (connexions < poolSize + 5) {
    const remedy = 'Augmentez max_connections, ou baissez DATABASE_POOL.'
    problem(`Le serveur permet ${connexions} connexions ; une instance en prend jusqu'à ${poolSize}.`, remedy)
  }
  findings.push(...clockFinding(sujet, ahead, 2000), ...(await schemaFindings(client, sujet)))
  return findings
}

const migrate = 'Lancez « npx antenne migrer » avec le compte propriétaire de la base.'

/** Compares the schema with the code's, then checks what answers need to read. */
async function schemaFindings(client: pg.Client, sujet: string): Promise<Finding[]> {
  if (!(await hasSchema(client)))
    return [wrong(sujet, 'Le schéma d’Antenne n’existe pas dans cette base.', migrate)]
  const missing = await lacking(client)
  if (missing.length > 0) return lackingFindings(sujet, missing)
  const applied = await appliedMigrations(client)
  const code = await readMigrations()
  const due = code.filter(({ file }) => !applied.has(file)).map(({ file }) => file)
  const changed = code.filter(({ file, empreinte }) => (applied.get(file) ?? empreinte) !== empreinte)
  const newer = [...applied.keys()].filter((name) => !code.some(({ file }) => file === name))
  if (due.length > 0) return [wrong(sujet, `Il manque au schéma ${due.join(', ')}.`, migrate)]
  if (changed.length > 0) {
    const names = changed.map(({ file }) => file).join(', ')
    return [wrong(sujet, `${names} a changé depuis son application.`, 'Rétablissez le fichier d’origine.')]
  }
  if (newer.length > 0) {
    const remedy = 'Installez la version d’Antenne qui connaît ce schéma.'
    return [wrong(sujet, `Le schéma est plus récent que ce programme : ${newer.join(', ')}.`, remedy)]
  }
  return (await mayWrite(client))
    ? [
        worthKnowing(
          sujet,
          'Ce compte peut aussi écrire.',
          'Pour le service, un compte qui ne fait que lire suffit (docs/security.md).',
        ),
      ]
    : []
}

function lackingFindings(sujet: string, missing: readonly string[]): Finding[] {
  const remedy = 'Lancez « npx antenne migrer --lecture ROLE » avec le compte propriétaire de la base.'
  const functions = missing.filter((name) => name.endsWith('()'))
  const tables = missing.filter((name) => !name.endsWith('()'))
  const found = (verb: string, all: readonly string[]) => {
    const names = all.length > 5 ? `${all.slice(0, 5).join(', ')}…` : all.join(', ')
    return all.length === 0
      ? []
      : [wrong(sujet, `Ce compte ne peut pas ${verb} ${names}.`, remedy, { illisibles: all })]
  }
  return [...found('lire', tables), ...found('appeler', functions)]
}
