export { describeCsvMistake, findCsvMistake, readCsv } from './read-csv.ts'
export { csvFile, writeCsv, type CsvRow } from './write-csv.ts'
export { exportCsv, exportPageLength } from './export-csv.ts'
