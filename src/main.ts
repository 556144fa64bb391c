import { announcer } from './commands/announcer.ts'
import { type Command, readArguments, usageOf, WrongUsage } from './commands/command.ts'
import { explain } from './commands/explain.ts'
import { suggestion } from './commands/suggestion.ts'
import { print, tell } from './commands/terminal.ts'
import { isProduction } from './config.ts'
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
  completion: async () => (await import('./commands/completion.ts')).completionOf(allCommands),
}

const allCommands = (): Promise<Command[]> => Promise.all(Object.values(commands).map((load) => load()))

/** The command line. Returns the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
export async function main(words: readonly string[]): Promise<number> {
  const [verb, ...rest] = words
  if (verb === undefined || isHelp(verb)) return help(verb === undefined ? 2 : 0)
  if (verb === '--version') {
    print(version)
    return 0
  }
  const command = Object.hasOwn(commands, verb) ? await commands[verb]?.() : undefined
  try {
    if (command === undefined) {
      const meant = suggestion(verb, Object.keys(commands))
      throw new WrongUsage(`« ${verb} » n'est pas une commande.${meant} Voyez : npx antenne --help`)
    }
    if (rest.includes('--help') || rest.includes('-h')) return helpOf(command)
    await command.run(readArguments(command, rest))
    return 0
  } catch (error) {
    const takesJson = command === undefined || command.options.json !== undefined
    return refuse(error, command, takesJson && words.includes('--json'))
  }
}

/** Tells why a command failed: to a person on standard error, to a program as JSON on standard output. */
function refuse(error: unknown, command: Command | undefined, json: boolean): number {
  const failure = explain(error)
  const { message, stack } = error as Error
  const told = failure?.message ?? `Erreur inattendue : ${message}`
  if (json) {
    print(
      JSON.stringify(failure?.facts ?? { code: failure?.code ?? 'erreur_interne', message: told }, null, 2),
    )
    return failure?.exitCode ?? 1
  }
  const { failed } = announcer(command?.serves === true && isProduction())
  if (failure === undefined) failed(told, `Erreur inattendue : ${stack}`)
  else failed(failure instanceof WrongUsage && command !== undefined ? `${told}\n${usageOf(command)}` : told)
  return failure?.exitCode ?? 1
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h' || word === 'aide'

async function help(status: number): Promise<number> {
  const lines = (await allCommands()).map(({ verb, summary }) => `  ${verb.padEnd(12)} ${summary}`)
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

function helpOf(command: Command): number {
  print([usageOf(command), '', ...command.help].join('\n'))
  return 0
}
