/** Limits of every connection, in milliseconds. */
export const limits = {
  // Clients give up on slower requests anyway.
  statement_timeout: 5_000,
  // Shorter, so that the failure names the lock.
  lock_timeout: 4_000,
  // A process that freezes in a transaction blocks others no longer than this.
  idle_in_transaction_session_timeout: 10_000,
}

export const withoutLimits = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
