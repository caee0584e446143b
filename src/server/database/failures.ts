/** Did a write break this unique constraint or index? Both drivers wrap PostgreSQL's error; its fields sit on a cause. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: named, constraint_name: namedByDriver } = current as { code?: unknown; constraint?: unknown; constraint_name?: unknown }
    if (code === '23505') return named === constraint || namedByDriver === constraint
  }
  return false
}

/** Is the database away, rather than our code wrong? Connection failures have system or PostgreSQL class 08/53/57 codes. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && /^(ECONN|CONNECT|CONNECTION_|ETIMEDOUT|EPIPE|08|53|57P|57014)/.test(code)) return true
  }
  return false
}

/** Does something still refer to what a statement would have removed? */
export function isStillReferred(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as { code?: unknown }).code === '23503') return true
  }
  return false
}
