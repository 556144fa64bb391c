import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Failure } from '../failure.ts'
import { suggestion } from './suggestion.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The arguments after the verb. */
export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
  /** The integer options, parsed and checked. */
  readonly integers: Readonly<Record<string, number>>
}

/** The range of an integer option; without a fallback it is required. */
interface Range {
  readonly minimum: number
  readonly maximum: number
  readonly fallback?: number
}

/** A command. */
export interface Command {
  readonly verb: string
  /** What follows the verb, as help shows it. */
  readonly usage: string
  readonly summary: string
  readonly help: readonly string[]
  readonly options: Options
  readonly integers?: Readonly<Record<string, Range>>
  /** The names of the required positional arguments, in order. */
  readonly positionals: readonly string[]
  /** The names of the optional ones that may follow. */
  readonly optional?: readonly string[]
  /** The words that the first argument can be, where they are few. */
  readonly choices?: readonly string[]
  /** A service rather than a command: in production its messages are log lines. */
  readonly serves?: boolean
  run(given: Arguments): Promise<void>
}

/** Wrong usage: the right one is shown with it. */
export class WrongUsage extends Failure {
  constructor(message: string) {
    super(message, { exitCode: 2, code: 'usage_incorrect' })
  }
}

export const usageOf = ({ verb, usage }: Command): string => `Usage : npx antenne ${verb} ${usage}`.trimEnd()

/** Parses the arguments. */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const wrong = (message: string) => new WrongUsage(message)
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: [...words], options: command.options, allowPositionals: true, strict: true })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const option = /'(-[^' ]*)/.exec(message)?.[1] ?? ''
    throw wrong(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `L'option ${option} n'existe pas.${suggestion(option.replace(/^--/, ''), Object.keys(command.options), '--')}`
        : `L'option ${option} est mal utilisée : donnez-lui une valeur si elle en attend une, aucune sinon.`,
    )
  }
  // A variable of a script that is not set gives an empty one.
  const empty = parsed.positionals.indexOf('')
  const missing = command.positionals[empty === -1 ? parsed.positionals.length : empty]
  if (missing !== undefined) throw wrong(`Il manque ${missing}.`)
  const extra = parsed.positionals[command.positionals.length + (command.optional?.length ?? 0)]
  if (extra !== undefined) throw wrong(`« ${extra} » est de trop.`)
  const [first] = parsed.positionals
  if (first !== undefined && command.choices?.includes(first) === false)
    throw wrong(`« ${first} » : donnez ${command.choices.join(' ou ')}.${suggestion(first, command.choices)}`)
  const options = parsed.values as Arguments['options']
  const integers: Record<string, number> = {}
  for (const [option, { minimum, maximum, fallback }] of Object.entries(command.integers ?? {})) {
    const text = options[option] ?? fallback
    if (text === undefined) throw wrong(`Il manque --${option}.`)
    const number = /^\d+$/.test(String(text)) ? Number(text) : Number.NaN
    if (!(number >= minimum && number <= maximum)) {
      throw wrong(`Donnez avec --${option} un nombre entier de ${minimum} à ${maximum}.`)
    }
    integers[option] = number
  }
  return { options, positionals: parsed.positionals, integers }
}
