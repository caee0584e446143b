const pageLength = 500

/**
 * All rows of a query a page at a time, for what grows without bound: only one page is in memory. `read` returns the next rows in the order of a key
 * that no two of them share. Not in one transaction: a slow reader would hold a connection.
 */
export async function* rowPages<Row, Shown>(
  keyOf: (row: Row) => string,
  read: (after: string | null, limit: number) => Promise<Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  let after: string | null = null
  do {
    const rows: Row[] = await read(after, pageLength)
    yield rows.map(present)
    const last = rows.length === pageLength ? rows.at(-1) : undefined
    after = last === undefined ? null : keyOf(last)
  } while (after !== null)
}
