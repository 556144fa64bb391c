import type pg from 'pg'

/**
 * Asks several things of a connection at once, where it can send them together. Waits until each has come to its end:
 * none of them goes on after the transaction. The first that failed, in their order, fails it.
 */
export async function together<T extends readonly unknown[]>(
  connection: pg.Client,
  statements: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const asked: Promise<unknown>[] = []
  const { stream } = connection.connection
  if (connection.pipeline) stream.cork()
  for (const ask of statements) {
    asked.push(ask())
    if (!connection.pipeline) await asked.at(-1)
  }
  // To write costs the process more than anything else that it does for an action: once, then.
  if (connection.pipeline) stream.uncork()
  const answers = await Promise.allSettled(asked)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }) as unknown as T
}
