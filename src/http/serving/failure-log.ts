import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Refusal } from '../../refusal.ts'
import { Unwell } from '../observation/health.ts'

/**
 * Logs failures. The first failure of a cause is logged at once, with its stack; then one line a second counts further
 * ones, until some seconds pass without any. So an outage is one line a second, and another fault beside it stays
 * visible.
 */
interface FailureLog {
  note(refusal: Refusal, request: FastifyRequest): void
  close(): void
}

const EVERY = 1000
/** An outage ends after this many seconds without a failure. */
const QUIET = 5
/** At most this many causes and reasons are distinguished; further ones are counted together. */
const MAX_CAUSES = 30
const OTHERS = 'others'

interface Cause {
  readonly code: string
  readonly since: string
  total: number
  quiet: number
  /** Failures since the last line, by reason. */
  readonly reasons: Map<string, number>
}

export function failureLog(log: FastifyBaseLogger): FailureLog {
  const causes = new Map<string, Cause>()

  const report = () => {
    for (const [name, cause] of causes) {
      const { code, since, total, reasons } = cause
      const count = [...reasons.values()].reduce((sum, more) => sum + more, 0)
      cause.quiet = count === 0 ? cause.quiet + 1 : 0
      if (cause.quiet === QUIET) causes.delete(name)
      if (count > 0) {
        const counted = Object.fromEntries(reasons)
        log.error({
          message: 'more requests failed',
          code,
          cause: name,
          count,
          total,
          since,
          reasons: counted,
        })
      }
      reasons.clear()
    }
  }
  const timer = setInterval(report, EVERY).unref()

  return {
    note(refusal, request) {
      const reason = reasonOf(refusal)
      request.reason = reason
      // A 503 of health is not a failure.
      if (refusal.cause instanceof Unwell) return
      const name = known(causes, causeOf(refusal))
      const cause = causes.get(name)
      if (cause === undefined) {
        causes.set(name, {
          code: refusal.code,
          since: new Date().toISOString(),
          total: 1,
          quiet: 0,
          reasons: new Map(),
        })
        const faults = chainOf(refusal).map(({ message, code, stack }) => ({ message, code, stack }))
        request.log.error({ message: 'request failed', code: refusal.code, cause: name, faults })
        return
      }
      cause.total += 1
      const key = known(cause.reasons, reason)
      cause.reasons.set(key, (cause.reasons.get(key) ?? 0) + 1)
    },
    close() {
      clearInterval(timer)
      report()
    },
  }
}

const known = (map: ReadonlyMap<string, unknown>, key: string): string =>
  map.has(key) || map.size < MAX_CAUSES ? key : OTHERS

/** An unavailable dependency is one cause, whatever the error; our own faults are distinguished by their message. */
function causeOf(refusal: Refusal): string {
  const [fault] = chainOf(refusal)
  return refusal.status === 503 ? (fault?.constructor.name ?? '') : reasonOf(refusal)
}

/** The messages of the chain, the last first, without quoted text: that may come from a request. */
const reasonOf = (refusal: Refusal): string =>
  chainOf(refusal)
    .map(({ message, code }) => (code === undefined ? message : `${message} (${code})`))
    .join(' < ')
    .replace(/"[^"]*"/g, '"…"')

type Fault = Error & { code?: string }

/** The error and its causes: messages, codes and stacks, never the values of a statement. */
const chainOf = (refusal: Refusal): Fault[] => faultsOf(refusal.cause ?? refusal)

const faultsOf = (error: unknown): Fault[] =>
  error instanceof Error ? [error, ...faultsOf(error.cause)] : []

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it failed; for the log. */
    reason?: string
  }
}
