import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from './driver.ts'

const lockPauseMs = 200

/** Text for use in a LIKE pattern, where it matches itself: `%`, `_` and `\` are escaped. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** A LIKE pattern that matches values containing this text. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/** The part of an address before its domain, with enough letters for the index to find it by. */
const beforeDomain = /^.*[\p{L}\p{N}]{3}@(?=[^@\s]+$)/u

/**
 * Condition: this column, which has a trigram index, contains the text. Of an address the index is searched only for what precedes the domain: the trigrams of
 * "gmail.com" are in most rows, and reading their lists takes many times as long as reading those of a name.
 */
export function containsText(column: AnyPgColumn | SQL, text: string): SQL {
  const [rare] = beforeDomain.exec(text) ?? []
  if (rare === undefined) return sql`${column} like ${containing(text)}`
  // An expression, so that no index is searched for it.
  return sql`(${column} like ${containing(rare)} and ${column} || '' like ${containing(text)})`
}

const lockKey = (name: string) => sql`hashtextextended(${name}, 0)`

/** Waits until no other transaction holds the lock of this name, for the time that a lock may take at most (limits.ts), and holds it until the end of this one. */
export const lockUntilCommit = async (tx: Tx, name: string): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(name)})`))

/** The same for long work of the other transaction: waits as long as it takes. */
export async function lockUntilCommitPatiently(tx: Tx, name: string): Promise<void> {
  for (;;) {
    const [row] = await tx
      .select({ isLocked: sql<boolean>`pg_try_advisory_xact_lock(${lockKey(name)})` })
      .from(sql`(select) as once`)
    if (row?.isLocked) return
    // By asking again, because a connection that waits in silence is taken for a lost one.
    await sleep(lockPauseMs)
  }
}
