import type { PgTable } from 'drizzle-orm/pg-core'

type DueRows<Row> = { for(strength: 'update', config: { of?: PgTable; skipLocked: true }): PromiseLike<Row[]> }

/**
 * Claims due rows for this process, in a transaction: `lease` makes the rows of `due` no longer due for a while, so that they are due again if
 * the process ends. Rows that another process is claiming are left out. `of` is the table of the claimed rows, where `due` joins others.
 */
export async function claimDue<Row extends { id: string }>(
  due: DueRows<Row>,
  lease: (ids: string[]) => PromiseLike<unknown>,
  of?: PgTable,
): Promise<Row[]> {
  const claimed = await due.for('update', { ...(of ? { of } : {}), skipLocked: true })
  if (claimed.length > 0) await lease(claimed.map(({ id }) => id))
  return claimed
}
