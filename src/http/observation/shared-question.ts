/** A question that takes longer than this, in milliseconds, is not waited for by those who come meanwhile. */
const LONG = 100

/**
 * Asks for many at once. Who comes while a question is open gets the answer to the next one, with all others who come
 * meanwhile: so each answer was asked for after they came, and however many ask, one question at a time is open.
 */
export function sharedQuestion<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
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
