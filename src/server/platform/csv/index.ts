export { type CsvRecord } from './read-csv.ts'
export { deleteOldChoices, type ChoiceDeps } from './column-choices.ts'
export { damagedRow, isDamaged, writeFaultyRows, type FaultyRow } from './faulty-rows.ts'
export { matchColumns, headerWords, type ColumnWords } from './match-columns.ts'
export {
  findPeopleTable,
  nameIn,
  peopleReader,
  studentReader,
  type PeopleTable,
  type StudentRole,
} from './people-columns.ts'
export { readCsv, readCsvText } from './read-file.ts'
export {
  columnsOf,
  readTable,
  type ColumnsUnsure,
  type FoundTable,
  type Roles,
  type Table,
  type TableReader,
} from './read-table.ts'
export { csvFile, streamCsv, withoutGuard, writeCsv, type CsvRow } from './write-csv.ts'
export { exportCsv, exportPageLength, streamRows, type CsvOutput } from './export-csv.ts'
