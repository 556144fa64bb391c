import type pg from 'pg'

/**
 * Sends several statements in a pipeline, where the connection can: the next does not wait for the answer of the one
 * before. Waits for all of them to end, so that none goes on after the transaction. Throws the error of the first that
 * failed, in their order.
 */
export async function pipelined<T extends readonly unknown[]>(
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
  // Writing costs the process more than anything else that it does for an action, so it writes once.
  if (connection.pipeline) stream.uncork()
  const answers = await Promise.allSettled(asked)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }) as unknown as T
}
