export { describeCsvMistake, findCsvMistake, readCsv } from './read-csv.ts'
export { csvFile, streamCsv, writeCsv, type CsvRow } from './write-csv.ts'
export { exportCsv, exportPageLength, streamRows } from './export-csv.ts'
