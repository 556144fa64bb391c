import type { QueryClient } from '@tanstack/react-query'
import type { Configuration } from './configuration.ts'
import { removeKept } from './device/kept.ts'
import { showAnswers } from './device/kept-answers.ts'
import { type Start, starting } from './start.ts'

/** How the page starts, with what the device keeps of this person shown while the service is asked. */
export async function started(queries: QueryClient): Promise<Start> {
  const start = await starting
  const { kept, configuration, now } = start
  if (kept !== undefined) showAnswers(queries, kept.answers)
  now.then((read) => renew(queries, configuration, read)).catch(() => {})
  return start
}

/** The page was started as it was configured before: it goes on as it is configured now. */
async function renew(queries: QueryClient, before: Configuration, now: Configuration): Promise<void> {
  const signIn = ({ demonstration, connexion }: Configuration) => JSON.stringify([demonstration, connexion])
  if (signIn(before) !== signIn(now)) {
    await removeKept()
    location.reload()
  } else if (JSON.stringify(before) !== JSON.stringify(now))
    queries.setQueryData<Start>(['start'], (shown) => shown && { ...shown, configuration: now })
}
