/** What the tests said of a mutant. */
export type Verdict =
  /** A test told the mutant from the original. */
  | { readonly outcome: 'killed'; readonly file: string; readonly test: string }
  /** The service, or its database, answered with an error: everybody is refused, nothing is shown. */
  | { readonly outcome: 'fails closed'; readonly file: string; readonly test: string }
  | { readonly outcome: 'does not compile'; readonly why: string }
  | { readonly outcome: 'survived' }
  | { readonly outcome: 'no verdict'; readonly why: string }

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly failureMessages: readonly string[]
      readonly meta?: Readonly<Record<string, unknown>>
    }[]
  }[]
}

/** What vitest reports of a run, as far as it is read here. */
export type { Report }

/** Errors of a statement that is no sound SQL. */
const unsound =
  /syntax error at or near|argument of \S+ must be|missing FROM-clause|must have the same number/
/** An answer that is an error of the service, or an error of the database in the middle of a test. */
const broken =
  /the service failed|subquery used as an expression|error: .*(?:does not exist|duplicate key|not unique)/

/** A test that a busy machine did not get done. */
const late = /timed out in \d+ms/

/** Reads the report of a run that failed. */
export function verdictOf(report: Report | undefined, output: string): Verdict {
  const failed = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const test = assertionResults.find(({ status }) => status === 'failed')
    if (test !== undefined) return [{ name, title: test.title, text: test.failureMessages.join('\n') }]
    return message === undefined || message === '' ? [] : [{ name, title: 'its preparation', text: message }]
  })
  const [first] = failed
  if (first === undefined) return { outcome: 'does not compile', why: firstError(output) }
  const said = { file: first.name.replace(/.*\/test\//, 'test/'), test: first.title }
  if (late.test(first.text))
    return { outcome: 'no verdict', why: `${said.file}, «${said.test}»: out of time` }
  if (unsound.test(first.text)) return { outcome: 'does not compile', why: firstError(first.text) }
  return { outcome: broken.test(first.text) ? 'fails closed' : 'killed', ...said }
}

const firstError = (text: string): string =>
  /(?:\w*[Ee]rror: )([^\n]+)/.exec(text)?.[1]?.slice(0, 80) ?? 'unknown'
