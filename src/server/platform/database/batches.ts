// PostgreSQL limits a statement to 65,535 parameters.
const batchSize = 10_000

/** Runs a query for a list of any length, in batches. */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  read: (batch: Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += batchSize) {
    for (const row of await read(items.slice(start, start + batchSize))) rows.push(row)
  }
  return rows
}
