/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Browsers drop the table roles when CSS lays the table out as cards. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ReactNode } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'
import { SelectField } from '#web/kit/ui/field.tsx'
import type { ListUrl } from './use-list-url.ts'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Value of the API parameter `sort`. */
  sort?: string
  /** Sorts descending on the first click, as for numbers and dates. */
  descendsFirst?: boolean
  numeric?: boolean
  /** Row header in the table, card heading on a phone. */
  isName?: boolean
  /** Hidden in a narrow table, but shown on a phone's card. */
  isExtra?: boolean
  /** Shown without its label on a phone's card, as for buttons. */
  bare?: boolean
  /** Chooses the row: the first column, before the name. Both share the head of a phone's card. */
  isChoice?: boolean
}

export type StaffTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** URL state of the list. Without it the columns cannot be sorted. */
  listUrl?: ListUrl
  /** The order when the URL names none. */
  defaultSort?: string
}

const hiddenWhenNarrow = 'md:max-[96rem]:hidden'

/**
 * A table that is laid out as a list of cards on a phone. The ARIA roles are explicit, because browsers drop the implicit table roles
 * when CSS changes `display`.
 */
export function StaffTable<Row>({ caption, columns, rows, keyOf, listUrl, defaultSort = '' }: StaffTableProps<Row>) {
  const sort = listUrl?.valueOf('sort') || defaultSort
  const hasChoice = columns.some(({ isChoice }) => isChoice)
  return (
    <>
      {listUrl && <PhoneSort columns={columns} listUrl={listUrl} sort={sort} />}
      <div className="relative md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-surface">
        <table
          role="table"
          aria-busy={listUrl?.isUpdating || undefined}
          className="w-full text-left text-[0.9375rem] max-md:block"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-md:hidden">
            <tr role="row" className="border-b border-line">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  aria-sort={column.sort ? ariaSort(column.sort, sort) : undefined}
                  className={classNames(
                    'px-3 py-2 text-sm font-semibold whitespace-nowrap text-ink-3',
                    column.numeric && 'text-right',
                    column.isExtra && hiddenWhenNarrow,
                  )}
                >
                  {column.sort && listUrl ? <SortButton column={column} sort={sort} listUrl={listUrl} /> : column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                className={classNames(
                  'border-line max-md:gap-2 max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 md:not-last:border-b md:hover:bg-sunken',
                  hasChoice ? 'max-md:flex max-md:flex-wrap max-md:items-center' : 'max-md:grid',
                )}
              >
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} hasChoice={hasChoice} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** With large text the name of a card stands below its box. */
const besideBox = 'max-md:flex-[1_1_9rem]'

function Cell<Row>({ column, row, hasChoice }: { column: Column<Row>; row: Row; hasChoice: boolean }) {
  const Tag = column.isName ? 'th' : 'td'
  return (
    <Tag
      role={column.isName ? 'rowheader' : 'cell'}
      scope={column.isName ? 'row' : undefined}
      className={classNames(
        'align-middle font-normal max-md:wrap-anywhere max-md:flex max-md:min-w-0 max-md:flex-wrap max-md:items-baseline max-md:justify-between max-md:gap-x-4 md:px-3 md:py-3',
        column.numeric && 'tabular-nums md:text-right',
        column.isExtra && hiddenWhenNarrow,
        hasChoice && (column.isName ? besideBox : !column.isChoice && 'max-md:basis-full'),
      )}
    >
      {!column.isName && !column.bare && (
        // Read before the value, since a card has no row of headings.
        <span className="text-sm text-ink-3 md:hidden">{column.label}</span>
      )}
      {column.cell(row)}
    </Tag>
  )
}

const ariaSort = (name: string, sort: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined

/** The order after a click: the default direction of the column first, then the opposite. */
function nextSort(
  { sort: name = '', descendsFirst }: { sort?: string; descendsFirst?: boolean },
  sort: string,
): string {
  const [first, second] = descendsFirst ? [`-${name}`, name] : [name, `-${name}`]
  return sort === first ? second : first
}

function SortButton<Row>({ column, sort, listUrl }: { column: Column<Row>; sort: string; listUrl: ListUrl }) {
  const state = ariaSort(column.sort ?? '', sort)
  const Icon = state === 'ascending' ? ArrowUp : state === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={() => listUrl.apply({ sort: nextSort(column, sort) })}
      className="-mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-chip px-2 hover:bg-sunken hover:text-ink"
    >
      {column.label}
      <Icon aria-hidden className={classNames('size-4', !state && 'opacity-45')} />
    </button>
  )
}

/** Sorting on a phone, where the column headers are hidden. */
function PhoneSort<Row>({
  columns,
  listUrl,
  sort,
}: {
  columns: readonly Column<Row>[]
  listUrl: ListUrl
  sort: string
}) {
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  return (
    <SelectField
      label="Urutkan"
      value={sort}
      onChange={(event) => listUrl.apply({ sort: event.currentTarget.value })}
      className="mb-4 md:hidden"
    >
      {sortable.flatMap(({ sort: name = '', label, numeric, descendsFirst }) =>
        [name, `-${name}`].map((value) => (
          <option key={value} value={value}>
            {label}{' '}
            {
              orderLabels[numeric ? 'number' : descendsFirst ? 'date' : 'text'][
                value.startsWith('-') ? 'descending' : 'ascending'
              ]
            }
          </option>
        )),
      )}
    </SelectField>
  )
}

const orderLabels = {
  number: { ascending: '(terkecil)', descending: '(terbesar)' },
  date: { ascending: '(terlama)', descending: '(terbaru)' },
  text: { ascending: '(A–Z)', descending: '(Z–A)' },
}
