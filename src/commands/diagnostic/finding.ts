/** A finding in French, and one sentence that says what to do. */
export interface Finding {
  readonly sujet: string
  readonly etat: 'bien' | 'a_savoir' | 'probleme'
  readonly constat: string
  readonly remede: string | null
  /** The figures behind it, for programs. */
  readonly faits: Readonly<Record<string, unknown>>
}

/** A check. It closes what it opened when the signal aborts. */
export interface Question {
  readonly sujet: string
  ask(signal: AbortSignal): Promise<Finding[]>
}

type Facts = Finding['faits']

export const well = (sujet: string, constat: string, faits: Facts = {}): Finding => ({
  sujet,
  etat: 'bien',
  constat,
  remede: null,
  faits,
})

export const worthKnowing = (sujet: string, constat: string, remede: string, faits: Facts = {}): Finding => ({
  sujet,
  etat: 'a_savoir',
  constat,
  remede,
  faits,
})

export const wrong = (sujet: string, constat: string, remede: string, faits: Facts = {}): Finding => ({
  sujet,
  etat: 'probleme',
  constat,
  remede,
  faits,
})

/** Time limit of one check, in seconds. */
const TIMEOUT = 6

/** Runs all checks at once, each with its own deadline, and reports which are still running. */
export async function askAll(
  questions: readonly Question[],
  waiting: (subjects: readonly string[]) => void,
): Promise<Finding[]> {
  const open = new Set(questions.map(({ sujet }) => sujet))
  waiting([...open])
  const answers = await Promise.all(
    questions.map(async (question) => {
      const findings = await inTime(question)
      open.delete(question.sujet)
      if (open.size > 0) waiting([...open])
      return findings
    }),
  )
  return answers.flat()
}

async function inTime({ sujet, ask }: Question): Promise<Finding[]> {
  const over = new AbortController()
  const late = new Promise<Finding[]>((resolve) => {
    const timer = setTimeout(() => {
      over.abort()
      resolve([
        wrong(
          sujet,
          `Aucune réponse en ${TIMEOUT} secondes.`,
          'Vérifiez que le programme n’est pas figé, et qu’aucun pare-feu ne retient les paquets.',
        ),
      ])
    }, 1000 * TIMEOUT)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const failed = (error: unknown) => [
    wrong(
      sujet,
      `Vérification impossible : ${(error as Error).message}.`,
      'Lisez ce message, puis relancez.',
    ),
  ]
  const findings = await Promise.race([ask(over.signal).catch(failed), late])
  over.abort()
  return findings
}
