// PostgreSQL limits a statement to 65,535 parameters.
const pageSize = 10_000

/** Runs a query for a list of any length, in batches. */
export async function inPages<Item, Row>(items: readonly Item[], read: (page: Item[]) => PromiseLike<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += pageSize) {
    for (const row of await read(items.slice(start, start + pageSize))) rows.push(row)
  }
  return rows
}
