import { type Config, readConfig } from '../config.ts'
import { nameOf } from '../database/address.ts'
import { Failure } from '../failure.ts'
import { version } from '../package.ts'
import type { Command } from './command.ts'
import { askActing } from './diagnostic/acting.ts'
import { askEmbedded } from './diagnostic/embedded.ts'
import { askAll, type Finding, type Question } from './diagnostic/finding.ts'
import { askProvider } from './diagnostic/provider.ts'
import { askScanner } from './diagnostic/scanner.ts'
import { askServer, type HeardFacts } from './diagnostic/server.ts'
import { compareServers } from './diagnostic/servers.ts'
import { askService } from './diagnostic/service.ts'
import { askStore } from './diagnostic/store.ts'
import { counted, print, progressLine } from './terminal.ts'

export const diagnostic: Command = {
  verb: 'diagnostic',
  usage: '[--json]',
  summary: 'vérifie que tout répond, et dit quoi faire en cas de problème',
  help: [
    'Interroge les serveurs de la base, le compte des actions, le fournisseur d’identité, les compteurs partagés, l’antivirus et le service.',
    'Utilise la configuration de l’environnement, ne démarre et ne change rien. Code de sortie : 0 si tout va bien, 1 sinon.',
  ],
  options: { json: { type: 'boolean' } },
  positionals: [],
  async run({ options }) {
    const config = readConfig()
    const line = progressLine()
    const servers: HeardFacts[] = []
    const asked = await askAll(questionsOf(config, servers), (subjects) =>
      line.step(`Réponses attendues : ${subjects.join(', ')}`),
    )
    line.end()
    const compared = compareServers(servers, 1 + config.replicaUrls.length)
    const findings = bySubject([...asked, ...compared])
    const problems = findings.filter(({ etat }) => etat === 'probleme').length
    const told = { version, node: process.version, production: config.production, problemes: problems }
    const facts = { ...told, constats: findings }
    if (options.json !== true) print(report(config, findings))
    else if (problems === 0) print(JSON.stringify(facts, null, 2))
    if (problems > 0) throw new Failure(`${counted(problems, 'problème')}.`, { facts })
  },
}

function questionsOf(config: Config, servers: HeardFacts[]): Question[] {
  const { databaseUrl, replicaUrls, poolSize } = config
  const heard = (facts: HeardFacts) => void servers.push(facts)
  const listed = [databaseUrl, ...replicaUrls].flatMap((url) => url ?? [])
  return [
    ...(listed.length === 0 ? [askEmbedded(config)] : []),
    ...listed.map((url, index) => {
      const variable = index === 0 ? 'DATABASE_URL' : `DATABASE_REPLICA_URLS, n° ${index}`
      const sujet = `Base de données ${nameOf({ connectionString: url })} (${variable})`
      return askServer(sujet, { connectionString: url }, { poolSize, heard })
    }),
    ...askActing(config),
    askProvider(config),
    askStore(config),
    ...askScanner(config),
    askService(config),
  ]
}

/** Groups findings by subject. */
const bySubject = (findings: readonly Finding[]): Finding[] =>
  [...new Set(findings.map(({ sujet }) => sujet))].flatMap((subject) =>
    findings.filter(({ sujet }) => sujet === subject),
  )

const signs = { bien: '✓', a_savoir: '•', probleme: '✗' }

function report({ production }: Config, findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ etat, sujet, constat, remede }, index) => [
    ...(findings[index - 1]?.sujet === sujet ? [] : ['', sujet]),
    `  ${signs[etat]} ${constat}`,
    ...(remede === null ? [] : [`    → ${remede}`]),
  ])
  const title = `Antenne ${version}, Node ${process.version}, ${production ? 'production' : 'développement'}.`
  return [title, ...lines].join('\n')
}
