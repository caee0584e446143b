import { inField } from '#server/platform/http/index.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { parseCsv, type CsvTable } from './read-csv.ts'

export { type CsvRecord } from './read-csv.ts'
export { damagedRow, isDamaged, writeFaultyRows, type FaultyRow } from './faulty-rows.ts'
export { matchColumns, headerWords, type ColumnWords } from './match-columns.ts'
export { columnAt, findPeopleTable, nameIn, type PeopleColumns, type PeopleTable } from './people-columns.ts'
export { csvFile, streamCsv, withoutGuard, writeCsv, type CsvRow } from './write-csv.ts'
export { exportCsv, exportPageLength, streamRows } from './export-csv.ts'

const file = new URL('read-csv.ts', import.meta.url)
/** A list of some hundred people; shorter ones are read in this process, within milliseconds. */
const shortCsv = 20_000

/** CSV of a user, if it is long read in a worker process. Throws TextTooCostly with the field. */
export const readCsv = async ({ userId, field }: { userId: string; field: string }, text: string): Promise<CsvTable> =>
  text.length <= shortCsv
    ? parseCsv(text)
    : inField(field, parseInWorker<typeof parseCsv>(userId, file, 'parseCsv', text))
