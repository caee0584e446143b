/** True for a violation of this unique constraint or index. Both drivers wrap PostgreSQL's error as a cause. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: named, constraint_name: namedByDriver } = current as { code?: unknown; constraint?: unknown; constraint_name?: unknown }
    if (code === '23505') return named === constraint || namedByDriver === constraint
  }
  return false
}

/**
 * True for connection failures: codes of the system or of a closed socket, or PostgreSQL classes 08, 53 and 57P, or a transaction ended because its process
 * was too slow, or a write to a server that is not the primary any more.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCode(error, /^(ECONN|CONNECT|CONNECTION_|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|ERR_SOCKET_CLOSED|ERR_STREAM_DESTROYED|08|25006|25P03|53|57P)/)

/** True when a pooler does not accept the settings that PostgreSQL itself does. */
export function isRejectedByPooler(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (current.message.startsWith('unsupported startup parameter')) return true
  return false
}

/** True for a write in a read-only transaction, or to a standby. */
export const isReadOnlyViolation = (error: unknown): boolean => hasCode(error, /^25006$/)

/** True when a standby ended a query because it needed rows that the primary had removed. */
export const isRecoveryConflict = (error: unknown): boolean => hasCode(error, /^40001$/)

/** True when PostgreSQL canceled a statement because of statement_timeout. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, /^57014$/)

/** True when PostgreSQL gave up waiting for a lock, because of lock_timeout or a deadlock. */
export const isLockConflict = (error: unknown): boolean => hasCode(error, /^(55P03|40P01)$/)

/** True when other rows still refer to a row that was to be deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, /^23503$/)

function hasCode(error: unknown, pattern: RegExp): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown }
    if (typeof code === 'string' && pattern.test(code)) return true
  }
  return false
}
