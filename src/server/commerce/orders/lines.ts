import { asc, eq, inArray } from 'drizzle-orm'
import { transactionLines, type LineRow } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'

/** The lines of a transaction, in order. */
export const readLines = (queryable: Queryable, transactionId: string): Promise<LineRow[]> =>
  queryable
    .select()
    .from(transactionLines)
    .where(eq(transactionLines.transactionId, transactionId))
    .orderBy(asc(transactionLines.position))

/** The lines of several transactions, by transaction. */
export async function readLinesOf(
  queryable: Queryable,
  transactionIds: string[],
): Promise<ReadonlyMap<string, LineRow[]>> {
  const rows = await queryable
    .select()
    .from(transactionLines)
    .where(inArray(transactionLines.transactionId, transactionIds))
    .orderBy(asc(transactionLines.position))
  return Map.groupBy(rows, ({ transactionId }) => transactionId)
}

/** Access is granted and revoked by this reference. */
export const sourceRef = ({ id }: Pick<LineRow, 'id'>): string => `transaction:${id}`
