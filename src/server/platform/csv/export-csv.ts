import type { Logger } from 'pino'
import type { CsvFormat } from '#contract/kit/csv-format.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { pagesOf } from '#server/platform/database/index.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { csvFileName, csvType, streamCsv, type CsvRow } from './write-csv.ts'

/** Each page is one query and one chunk of the response; only one page is in memory. */
export const exportPageLength = 1_000

type Export<Row> = {
  /** File name, without its extension. */
  name: string
  /** The exported rows, for the log. */
  what: string
  header: readonly string[]
  toCells: (row: Row) => CsvRow
  /** At most `limit` rows after this one, from the first one if it is null, in a total order. */
  readPage: (after: Row | null, limit: number) => Promise<Row[]>
}
/** For all that writes a CSV: the site's choice of its format. */
export type CsvOutput = { log: Logger; readFormat: () => Promise<CsvFormat> }
type Deps = { csv: CsvOutput }

/** All rows as a CSV file that is made while it is sent, as fast as the client reads; a client that disconnects ends the reading. */
export const exportCsv = <Row>(deps: Deps, { name, ...rows }: Export<Row>): Download =>
  streamDownload(csvFileName(name), csvType, streamRows(deps, rows))

/** The text of such a file. */
export async function* streamRows<Row>(
  { csv }: Deps,
  { header, toCells, ...reading }: Omit<Export<Row>, 'name'>,
): AsyncGenerator<string> {
  yield* streamCsv(await csv.readFormat(), { header, pages: readPages(csv, reading), toCells })
}

/** Not in one transaction, because a slow client would hold the only connection of the embedded database. */
async function* readPages<Row>(
  { log }: CsvOutput,
  { what, readPage }: Pick<Export<Row>, 'what' | 'readPage'>,
): AsyncGenerator<Row[]> {
  try {
    yield* pagesOf(exportPageLength, readPage)
  } catch (error) {
    // The response has started, so the client only sees that it ends early.
    log.error({ err: error }, `an export of ${what} failed`)
    throw error
  }
}
