import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatShortDate, formatShortDateTime } from '#contract/kit/days.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import type { Column } from './staff-table.tsx'

// Columns and cells that many lists of staff have.

type TimeColumn = <Row>(
  key: string,
  label: string,
  of: (row: Row) => string,
  order?: Pick<Column<Row>, 'sort' | 'descendsFirst'>,
) => Column<Row>

const timeColumn =
  (format: (instant: string) => string): TimeColumn =>
  (key, label, of, order = {}) => ({
    key,
    label,
    ...order,
    cell: (row) => <span className="md:whitespace-nowrap">{format(of(row))}</span>,
  })

/** A column of days that is not broken in a table. */
export const dayColumn = timeColumn(formatShortDate)

/** The same of days with their time. */
export const momentColumn = timeColumn(formatShortDateTime)

/** The last column: buttons and links of a row. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell'], label = 'Aksi'): Column<Row> => ({
  key: 'actions',
  label,
  bare: true,
  cell,
})

/** Two beside each other at least, where there are several: a narrow table would put each on a line of its own. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap gap-1 md:has-[>:nth-child(2)]:min-w-40">{children}</span>
)

/** A person with the address; the name may lead somewhere. */
export const PersonCell = ({
  name,
  email,
  to,
  children,
}: {
  name: ReactNode
  email: string
  to?: string
  children?: ReactNode
}) => (
  <span className="min-w-0">
    {to === undefined ? (
      <span className="font-semibold wrap-anywhere">{name}</span>
    ) : (
      <Link to={to} className="font-semibold wrap-anywhere hover:underline">
        {name}
      </Link>
    )}
    <span className="block text-sm wrap-anywhere text-ink-3">{email}</span>
    {children}
  </span>
)

/** A state, and below it why or how. */
export const StateCell = ({ tone, label, text }: { tone: BadgeTone; label: string; text?: string | null }) => (
  <span className="flex flex-col items-start gap-1 max-md:items-end">
    <Badge tone={tone}>{label}</Badge>
    {text && <span className="max-w-60 text-sm wrap-anywhere text-ink-3">{text}</span>}
  </span>
)
