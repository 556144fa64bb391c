/** Once a question has been open for this many milliseconds, the next caller asks anew instead of waiting for it. */
const LONG = 100

/**
 * Shares one question among many callers. A caller who arrives while a question is open gets the answer to the next
 * one, as do all who arrive meanwhile. So no answer was asked for before its caller arrived, and however many ask, one
 * question is open at a time.
 */
export function coalesced<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let open: { readonly since: number; readonly answer: Promise<Answer> } | undefined
  let next: Promise<Answer> | undefined

  const begin = (): Promise<Answer> => {
    const question = { since: performance.now(), answer: ask() }
    open = question
    const close = () => {
      if (open === question) open = undefined
    }
    question.answer.then(close, close)
    return question.answer
  }

  return () => {
    if (open === undefined || performance.now() - open.since > LONG) return begin()
    const afterwards = () => {
      next = undefined
      return begin()
    }
    next ??= open.answer.then(afterwards, afterwards)
    return next
  }
}
