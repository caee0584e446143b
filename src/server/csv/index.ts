export { readCsv } from './read-csv.ts'
export { csvFile, csvFileName, csvType, streamCsv, writeCsv, type CsvRow } from './write-csv.ts'
export { exportPageLength, readPages } from './read-pages.ts'
