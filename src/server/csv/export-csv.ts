import type { Logger } from 'pino'

/** Each page is one query and one chunk of the response; only one page is in memory. */
export const exportPageLength = 1_000

type Reading<Row> = {
  /** At most `exportPageLength` rows after this one, from the first one if it is null, in a total order. */
  readPage: (after: Row | null) => Promise<Row[]>
  log: Logger
  /** The exported rows, for the log. */
  what: string
}

/**
 * All rows of an export, page by page. Not in one transaction, because a slow client would hold the only connection of the embedded
 * database.
 */
export async function* readPages<Row>({ readPage, log, what }: Reading<Row>): AsyncGenerator<Row[]> {
  try {
    let after: Row | null = null
    do {
      const page: Row[] = await readPage(after)
      yield page
      after = page.length === exportPageLength ? (page.at(-1) ?? null) : null
    } while (after)
  } catch (error) {
    // The response has started, so the client only sees that it ends early.
    log.error({ err: error }, `an export of ${what} failed`)
    throw error
  }
}
