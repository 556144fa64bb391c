import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Refusal } from '../errors.ts'
import { Unwell } from '../observation/health.ts'

/**
 * Tells the log what failed. The first failure of a cause is told at once, with its stack; then one line a second counts those that
 * failed alike, until some seconds pass without one. So an outage is a line a second, and another fault beside it stays visible.
 */
export interface FailureLog {
  note(refusal: Refusal, request: FastifyRequest): void
  close(): void
}

const EVERY = 1000
/** So many quiet seconds end an outage. */
const QUIET = 5
/** Causes and reasons are told apart up to here; what comes then is counted together. */
const MOST = 30
const OTHERS = 'others'

interface Cause {
  readonly code: string
  readonly since: string
  total: number
  quiet: number
  /** Since the last line: how many failed, by reason. */
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
      // Health that says 503 has not failed.
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
  map.has(key) || map.size < MOST ? key : OTHERS

/** A dependency that is not available is one cause, however that shows; faults of ours are told apart by what they say. */
function causeOf(refusal: Refusal): string {
  const [fault] = chainOf(refusal)
  return refusal.status === 503 ? (fault?.constructor.name ?? '') : reasonOf(refusal)
}

/** What was said on the way, the last first, without what was quoted: that may come from a request. */
const reasonOf = (refusal: Refusal): string =>
  chainOf(refusal)
    .map(({ message, code }) => (code === undefined ? message : `${message} (${code})`))
    .join(' < ')
    .replace(/"[^"]*"/g, '"…"')

type Fault = Error & { code?: string }

/** What went wrong, and what that came from: messages, codes and the way, never the values of a statement. */
const chainOf = (refusal: Refusal): Fault[] => faultsOf(refusal.cause ?? refusal)

const faultsOf = (error: unknown): Fault[] =>
  error instanceof Error ? [error, ...faultsOf(error.cause)] : []

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it failed; for the log. */
    reason?: string
  }
}
