/** The first contact with a server failed, before the product did anything there. The cause says why. */
export class FirstContactFailed extends Error {
  override name = 'FirstContactFailed'
  readonly url: string

  constructor(url: string, cause: unknown) {
    super('The database cannot be opened', { cause })
    this.url = url
  }
}

/** True for a violation of this unique constraint or index. Both drivers wrap PostgreSQL's error as a cause. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  hasCause(error, (cause) => cause.code === '23505' && cause.constraint === constraint)

/**
 * Codes of the system, a closed socket, or PostgreSQL: 08, 53 and 57P, a login that is refused (28) or a database that is gone (3D000), which
 * operators mend while the product runs, and 25P03, a transaction that ended because its process was too slow.
 */
const unavailableCodes =
  /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|EADDRNOTAVAIL|EMFILE|ENFILE|ERR_SOCKET_CLOSED|ERR_STREAM_DESTROYED|08|53|57P|25P03|28|3D000)/

/** Errors of pg have no code. */
const unavailableMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|The server does not support SSL|There was an error establishing an SSL)/

/** Syscalls of Node.js while connecting, whatever the operating system says. */
const connecting = /^(connect|getaddrinfo)$/

/** True for failures of the connection, whenever they come, and for a write to a server that is not the primary any more. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCode(error, unavailableCodes) ||
  isReadOnlyViolation(error) ||
  hasCause(
    error,
    ({ message, syscall }) =>
      unavailableMessages.test(message) || (typeof syscall === 'string' && connecting.test(syscall)),
  )

/** True when a pooler does not accept the settings that PostgreSQL itself does. */
export const isRejectedByPooler = (error: unknown): boolean =>
  hasCause(error, ({ message }) => message.startsWith('unsupported startup parameter'))

/** True for a write in a read-only transaction, or to a standby. */
const isReadOnlyViolation = (error: unknown): boolean => hasCode(error, /^25006$/)

/** True when PostgreSQL canceled a statement because of statement_timeout. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, /^57014$/)

/** True when PostgreSQL gave up waiting for a lock, because of lock_timeout or a deadlock. */
export const isLockConflict = (error: unknown): boolean => hasCode(error, /^(55P03|40P01)$/)

/** True when other rows still refer to a row that was to be deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, /^23503$/)

export const hasCode = (error: unknown, pattern: RegExp): boolean =>
  hasCause(error, ({ code }) => typeof code === 'string' && pattern.test(code))

type Cause = Error & { code?: unknown; constraint?: unknown; syscall?: unknown }

/** An error and its causes, from the outermost to the innermost. Drivers wrap what the database or the system said. */
export function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let current = error; current instanceof Error; current = current.cause) causes.push(current)
  return causes
}

/** True when this holds for an error or one of its causes. */
const hasCause = (error: unknown, holds: (cause: Cause) => boolean): boolean => causesOf(error).some(holds)
