import { failureCode, failureData, fieldErrors } from '#contract/client.ts'
import type { CsvColumns } from '#contract/kit/csv-columns.ts'

/** By column, in their order. */
export type Choice<Role extends string> = (Role | 'none')[]
export type ChoiceState<Role extends string> = {
  /** The columns of the file; null before it was read. */ table: CsvColumns<Role> | null
  /** True while the person chooses them. */ isOpen: boolean
  /** Sent with the file, and again with its import. */ columns: Choice<Role> | undefined
  mistake: string | null
}
type Action<Role extends string> =
  | { type: 'file' }
  | { type: 'chosen'; columns: Choice<Role> }
  | { type: 'read'; table: CsvColumns<Role> }
  | { type: 'failed'; error: unknown }
  | { type: 'reopened' }

export const noChoice = { table: null, isOpen: false, columns: undefined, mistake: null }

/** The columns of a file as a person sees and has chosen them. */
export function choiceReducer<Role extends string>(state: ChoiceState<Role>, action: Action<Role>): ChoiceState<Role> {
  if (action.type === 'file') return noChoice
  if (action.type === 'chosen') return { ...state, columns: action.columns, mistake: null }
  if (action.type === 'read') return { ...state, table: action.table, isOpen: false, mistake: null }
  if (action.type === 'reopened') return { ...state, isOpen: state.table !== null }
  const mistake = fieldErrors(action.error)['columns'] ?? null
  if (mistake !== null) return { ...state, isOpen: true, mistake }
  const table = unsureTable<Role>(action.error)
  return table ? { ...state, table, isOpen: true, mistake: null } : state
}

/** The columns that a person has to choose first; null for any other failure. */
const unsureTable = <Role extends string>(error: unknown): CsvColumns<Role> | null =>
  failureCode(error) === 'COLUMNS_UNSURE'
    ? (failureData<'users', 'inviteUsers', 'COLUMNS_UNSURE'>(error).table as CsvColumns as CsvColumns<Role>)
    : null

/** True when the choice of columns shows what is wrong. */
export const isAboutColumns = (error: unknown): boolean =>
  failureCode(error) === 'COLUMNS_UNSURE' || 'columns' in fieldErrors(error)

/** Columns without a name or a value need no choice; `at` is the place of one in the file. */
export const shownColumns = <Role extends string>({ columns }: CsvColumns<Role>) =>
  columns.flatMap((column, at) =>
    column.name !== '' || column.values.some((value) => value !== '') ? [{ ...column, at }] : [],
  )

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

/** "Email dari “Alamat surel”. Tidak dipakai: “No”." */
export function describeColumns<Role extends string>(
  table: CsvColumns<Role>,
  labels: Readonly<Record<Role, string>>,
): string {
  const shown = shownColumns(table).map(({ name, at, role }) => ({ role, name: name || `kolom ${at + 1}` }))
  const read = (Object.keys(labels) as Role[]).flatMap((role) => {
    const names = shown.flatMap((column) => (column.role === role ? [column.name] : []))
    return names.length > 0 ? [`${labels[role]} dari ${quoted(names)}`] : []
  })
  const unused = shown.flatMap(({ role, name }) => (role === null ? [name] : []))
  return `${read.join(', ')}.${unused.length > 0 ? ` Tidak dipakai: ${quoted(unused)}.` : ''}`
}
