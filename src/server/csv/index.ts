export { csvFile, writeCsv } from './write-csv.ts'
