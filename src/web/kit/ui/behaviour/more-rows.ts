/** Reads a page of a list: the rows after the one with this key. */

type Pages<Row> = { rows: readonly Row[]; isEnd: boolean }
type Reading = { after: string; atLeast: number; perPage: number }

/** Reads pages after a row until there are as many rows as were shown before, or no more. */
export async function readPages<Row>(
  read: (after: string) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  { after, atLeast, perPage }: Reading,
): Promise<Pages<Row>> {
  const rows: Row[] = []
  for (let last = after; ;) {
    const page = await read(last)
    rows.push(...page)
    last = page.length > 0 ? keyOf(page.at(-1) as Row) : last
    if (page.length < perPage) return { rows, isEnd: true }
    if (rows.length >= atLeast) return { rows, isEnd: false }
  }
}

/** The first page as it is now, and the rows that were loaded after it; each once. */
export function joinPages<Row>(
  first: readonly Row[],
  more: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const known = new Set(first.map(keyOf))
  return [...first, ...more.filter((row) => !known.has(keyOf(row)))]
}
