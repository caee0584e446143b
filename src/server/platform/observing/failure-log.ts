import type { Logger } from 'pino'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import { causesOf, isDatabaseUnavailable } from '#server/platform/database/index.ts'

export type LogFailure = (error: unknown, context: Record<string, unknown>, message: string) => void

/**
 * Logs failures of requests and of work in the background. While the database is away all of them fail for one reason: one a minute is logged
 * with its stack, the others as a line that names what failed.
 */
export function createFailureLog(log: Logger, clock: Clock): LogFailure {
  let nextStackAt = 0
  return (error, context, message) => {
    const now = clock.now().getTime()
    if (!isDatabaseUnavailable(error)) return log.error({ err: error, ...context }, message)
    if (now < nextStackAt)
      return log.warn({ cause: codeOf(error), ...context }, `${message}: the database is unavailable`)
    nextStackAt = now + minuteMs
    log.error({ err: error, ...context }, `${message}: the database is unavailable`)
  }
}

/** The code of the innermost error, or its message. */
function codeOf(error: unknown): string {
  const innermost = causesOf(error).at(-1)
  return String(innermost?.code ?? innermost?.message ?? error)
}
