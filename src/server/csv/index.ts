export { csvFile, csvFileName, csvType, streamCsv, writeCsv, type CsvRow } from './write-csv.ts'
