import type { CsvColumns } from '#contract/kit/csv-columns.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { keepChoice, keptChoice, type ChoiceDeps } from './column-choices.ts'
import { readCsv, readCsvText } from './read-file.ts'
import type { CsvRecord } from './read-csv.ts'

/** The content of each column of a table, in their order; null is not read. */
export type Roles<Role extends string> = readonly (Role | null)[]
/** `header`: null in a file without names of columns. */
export type Table<Role extends string> = { header: CsvRecord | null; rows: CsvRecord[]; roles: Roles<Role> }
export type FoundTable<Role extends string> = Table<Role> & {
  /** False where other columns fit as well. */ isSure: boolean
}

export type TableReader<Role extends string> = {
  /** Choices are kept by it. */ name: string
  roles: readonly Role[]
  /** The table that names its columns, which may stand below a title; null without one. */
  find: (records: readonly CsvRecord[]) => FoundTable<Role> | null
  /** The role that a cell without a name may have; null for most cells. */
  guess: (cell: string) => Role | null
  /** A cell of a role without what people write around its content. */
  tidy?: (role: Role, cell: string) => string
  /** Roles that a table needs so that a person is asked for its columns. */ evidence: readonly Role[]
  /** The sentence about a choice that cannot be read. */
  lacks: (roles: Roles<Role>) => string | null
  /** The sentence about a file that is none. */ unreadable: string
}

type Options<Role extends string> = { userId: string; field: string; columns: readonly (Role | 'none')[] | undefined }
type Read<Role extends string> = { outcome: 'read'; table: Table<Role>; shown: CsvColumns<Role> }
export type ColumnsUnsure<Role extends string> = {
  outcome: 'columns-unsure'
  data: { errors: Record<string, string>; table: CsvColumns<Role> }
}

/** The table of an uploaded CSV. Where its columns are not sure the person chooses them, and the choice is kept for the next file. */
export async function readTable<Role extends string>(
  deps: ChoiceDeps,
  reader: TableReader<Role>,
  file: Blob,
  { userId, field, columns }: Options<Role>,
): Promise<Read<Role> | ColumnsUnsure<Role> | InvalidInput> {
  const content = await readCsvText(file)
  if ('mistake' in content) return invalidInput({ [field]: content.mistake })
  const csv = await readCsv({ userId, field }, content.text)
  if ('mistake' in csv) return invalidInput({ [field]: csv.mistake })
  const found = reader.find(csv.records) ?? unnamedTable(reader, csv.records)
  if (!found) return invalidInput({ [field]: reader.unreadable })
  const choiceOf = found.header && { userId, reader: reader.name, header: found.header.cells }
  const width = widthOf(found)
  if (columns) {
    const roles = rolesOf(reader, columns, width)
    const mistake = reader.lacks(roles)
    if (mistake) return invalidInput({ columns: mistake })
    if (choiceOf) await keepChoice(deps, choiceOf, columns)
    return readAs(reader, { ...found, roles }, true)
  }
  const kept = choiceOf && rolesOf(reader, (await keptChoice(deps, choiceOf)) ?? [], width)
  if (kept && reader.lacks(kept) === null) return readAs(reader, { ...found, roles: kept }, true)
  if (found.isSure) return readAs(reader, found, false)
  const errors = { [field]: 'Pilih isi tiap kolom dulu: nama kolomnya belum cukup jelas.' }
  return { outcome: 'columns-unsure', data: { errors, table: show(found, false) } }
}

function readAs<Role extends string>({ tidy }: TableReader<Role>, table: Table<Role>, isChosen: boolean): Read<Role> {
  const tidied = (cell: string, at: number): string => {
    const role = table.roles[at]
    return role && tidy ? tidy(role, cell) : cell
  }
  const rows = tidy ? table.rows.map(({ line, cells }) => ({ line, cells: cells.map(tidied) })) : table.rows
  return { outcome: 'read', table: { ...table, rows }, shown: show(table, isChosen) }
}

/** A choice as it was typed; a role of an earlier version is none. */
const rolesOf = <Role extends string>(
  { roles }: TableReader<Role>,
  typed: readonly string[],
  width: number,
): Roles<Role> => Array.from({ length: width }, (_, at) => roles.find((role) => role === typed[at]) ?? null)

const sampledRows = 50
const longestTitle = 10

/** The table of a file whose columns have other names or none, where its rows hold what the reader needs. */
function unnamedTable<Role extends string>(
  { guess, evidence }: TableReader<Role>,
  records: readonly CsvRecord[],
): FoundTable<Role> | null {
  const filled = ({ cells }: CsvRecord) => cells.filter((cell) => cell !== '').length
  const sample = records.slice(0, sampledRows)
  // A title is shorter than the rows below it.
  const widest = Math.max(0, ...sample.map(filled))
  const at = sample.slice(0, longestTitle).findIndex((record) => filled(record) >= Math.max(2, widest * 0.8))
  const first = records[at]
  if (!first) return null
  const isData = first.cells.some((cell) => guess(cell) !== null)
  const rows = records.slice(isData ? at : at + 1)
  const counts = (role: Role): number[] =>
    Array.from(
      { length: widthOf({ header: first, rows }) },
      (_, column) => rows.slice(0, sampledRows).filter(({ cells }) => guess(cells[column] ?? '') === role).length,
    )
  const best = evidence.map((role) => {
    const counted = counts(role)
    return { role, column: counted.indexOf(Math.max(...counted)), count: Math.max(...counted) }
  })
  if (best.some(({ count }) => count === 0)) return null
  const table = { header: isData ? null : first, rows, roles: [] }
  const roles = Array.from(
    { length: widthOf(table) },
    (_, column) => best.find((each) => each.column === column)?.role ?? null,
  )
  return { ...table, roles, isSure: false }
}

const widthOf = ({ header, rows }: Pick<Table<string>, 'header' | 'rows'>): number =>
  Math.max(header?.cells.length ?? 0, ...rows.slice(0, sampledRows).map(({ cells }) => cells.length))

const shownRows = 3
const shownLength = 80

const show = <Role extends string>(table: Table<Role>, isChosen: boolean): CsvColumns<Role> => ({
  columns: Array.from({ length: widthOf(table) }, (_, at) => ({
    name: (table.header?.cells[at] ?? '').slice(0, shownLength).toWellFormed(),
    values: table.rows.slice(0, shownRows).map(({ cells }) => (cells[at] ?? '').slice(0, shownLength).toWellFormed()),
    role: table.roles[at] ?? null,
  })),
  isChosen,
})

/** The columns with this role, from left to right. */
export const columnsOf = <Role extends string>({ roles }: { roles: Roles<Role> }, role: Role): number[] =>
  roles.flatMap((each, at) => (each === role ? [at] : []))
