/** Did a write break this unique constraint or index? Both drivers wrap PostgreSQL's error; its fields sit on a cause. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: named, constraint_name: namedByDriver } = current as { code?: unknown; constraint?: unknown; constraint_name?: unknown }
    if (code === '23505') return named === constraint || namedByDriver === constraint
  }
  return false
}

/** Is the database away, rather than our code wrong? Connection failures have system or PostgreSQL class 08/53/57 codes. */
export const isDatabaseAway = (error: unknown): boolean => hasCode(error, /^(ECONN|CONNECT|CONNECTION_|ETIMEDOUT|EPIPE|08|53|57P)/)

/** Did PostgreSQL give up on a statement because it ran too long? */
export const isTooSlow = (error: unknown): boolean => hasCode(error, /^57014$/)

/** Does something still refer to what a statement would have removed? */
export const isStillReferred = (error: unknown): boolean => hasCode(error, /^23503$/)

function hasCode(error: unknown, pattern: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && pattern.test(code)) return true
  }
  return false
}
