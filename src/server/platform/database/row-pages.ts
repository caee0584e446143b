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
  for await (const rows of pagesOf<Row>(pageLength, (after, limit) =>
    read(after === null ? null : keyOf(after), limit),
  ))
    yield rows.map(present)
}

/** The same with pages of any length: `read` returns at most `limit` rows after this one, from the first one if it is null. */
export async function* pagesOf<Row>(
  length: number,
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | null = null
  do {
    const page: Row[] = await read(after, length)
    yield page
    after = page.length === length ? (page.at(-1) ?? null) : null
  } while (after !== null)
}
