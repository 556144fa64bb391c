import { announcer } from './commands/announcer.ts'
import { type Command, readArguments } from './commands/command.ts'
import { explain } from './commands/explain.ts'
import { print, tell } from './commands/terminal.ts'
import { isProduction } from './config.ts'
import { Failure } from './failure.ts'
import { version } from './package.ts'

/** The commands. Each is loaded only when it is called. */
const commands: Record<string, () => Promise<Command>> = {
  demarrer: async () => (await import('./commands/demarrer.ts')).demarrer,
  migrer: async () => (await import('./commands/migrer.ts')).migrer,
  importer: async () => (await import('./commands/importer.ts')).importer,
  exporter: async () => (await import('./commands/exporter.ts')).exporter,
  generer: async () => (await import('./commands/generer.ts')).generer,
  reserver: async () => (await import('./commands/reserver.ts')).reserver,
  decider: async () => (await import('./commands/decider.ts')).decider,
  expirer: async () => (await import('./commands/expirer.ts')).expirer,
  cles: async () => (await import('./commands/cles.ts')).cles,
  journal: async () => (await import('./commands/journal.ts')).journal,
  dictionnaire: async () => (await import('./commands/dictionnaire.ts')).dictionnaire,
  comptes: async () => (await import('./commands/comptes.ts')).comptes,
  diagnostic: async () => (await import('./commands/diagnostic.ts')).diagnostic,
  jeton: async () => (await import('./commands/jeton.ts')).jeton,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
}

/** The command line. Returns the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
export async function main(words: readonly string[]): Promise<number> {
  let serves = false
  try {
    const [verb, ...rest] = words
    if (verb === undefined || isHelp(verb)) return help(verb === undefined ? 2 : 0)
    if (verb === '--version') {
      print(version)
      return 0
    }
    const command = Object.hasOwn(commands, verb) ? await commands[verb]?.() : undefined
    if (command === undefined) {
      throw new Failure(`« ${verb} » n'est pas une commande. Voyez : npx antenne --help`, { exitCode: 2 })
    }
    if (rest.includes('--help') || rest.includes('-h')) return helpOf(command)
    serves = command.serves === true
    await command.run(readArguments(command, rest))
    return 0
  } catch (error) {
    const failure = explain(error)
    const { message, stack } = error as Error
    const { failed } = announcer(serves && isProduction())
    if (failure === undefined) failed(`Erreur inattendue : ${message}`, `Erreur inattendue : ${stack}`)
    else failed(failure.message)
    return failure?.exitCode ?? 1
  }
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h' || word === 'aide'

async function help(status: number): Promise<number> {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const lines = all.map(({ verb, summary }) => `  ${verb.padEnd(12)} ${summary}`)
  const text = [
    'Usage : npx antenne <verbe>',
    '',
    ...lines,
    '',
    'npx antenne <verbe> --help pour en savoir plus.',
  ].join('\n')
  if (status === 0) print(text)
  else tell(text)
  return status
}

function helpOf({ verb, usage, help }: Command): number {
  print([`Usage : npx antenne ${verb} ${usage}`.trimEnd(), '', ...help].join('\n'))
  return 0
}
