import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Failure } from '../failure.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** What was typed after the verb. */
export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

/** A verb of the command line. */
export interface Command {
  readonly verb: string
  /** What follows the verb, as help shows it. */
  readonly usage: string
  readonly summary: string
  readonly help: readonly string[]
  readonly options: Options
  /** The names of what must be given, in order. */
  readonly positionals: readonly string[]
  run(given: Arguments): Promise<void>
}

/** Reads what follows a verb; wrong usage says what is right and exits with 2. */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const right = `Usage : npx antenne ${command.verb} ${command.usage}`.trimEnd()
  const wrong = (message: string) => new Failure(`${message}\n${right}`, { exitCode: 2 })
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: [...words], options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const option = /'(-[^' ]*)/.exec(message)?.[1] ?? ''
    throw wrong(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `L'option ${option} n'existe pas.`
        : `L'option ${option} est mal employée : donnez-lui une valeur si elle en attend une, aucune sinon.`,
    )
  }
  const missing = command.positionals[parsed.positionals.length]
  if (missing !== undefined) throw wrong(`Il manque ${missing}.`)
  const extra = parsed.positionals[command.positionals.length]
  if (extra !== undefined) throw wrong(`« ${extra} » est de trop.`)
  return { options: parsed.values as Arguments['options'], positionals: parsed.positionals }
}

/** The whole number that an option was given, or its default; anything else is wrong usage. */
export function integerOption(
  { options }: Arguments,
  option: string,
  { fallback, minimum, maximum }: { fallback?: number; minimum: number; maximum: number },
): number {
  const text = options[option]
  if (text === undefined && fallback !== undefined) return fallback
  const number = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  throw new Failure(`Donnez avec --${option} un nombre entier de ${minimum} à ${maximum}.`, { exitCode: 2 })
}
