// PostgreSQL takes 65,535 parameters in a statement; pages of this size leave room for others.
const pageSize = 10_000

/** What a query answers for a list of any length, asked page by page. */
export async function inPages<Item, Row>(items: readonly Item[], read: (page: Item[]) => PromiseLike<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < items.length; start += pageSize) {
    for (const row of await read(items.slice(start, start + pageSize))) rows.push(row)
  }
  return rows
}
