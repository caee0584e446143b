import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { jakartaMidnight } from '#contract/kit/days.ts'
import { groups, type GroupRow } from './tables.ts'

/** Decides when lessons open to the members of a group. */
export type GroupStart = Pick<GroupRow, 'kind' | 'startsOn' | 'openedDays'> & { isCancelled: boolean }

/** For the query of a right to study, which joins the table by `id`. */
export const groupStart = {
  table: groups,
  id: groups.id,
  columns: {
    kind: groups.kind,
    startsOn: groups.startsOn,
    openedDays: groups.openedDays,
    cancelledAt: groups.cancelledAt,
  },
  /** For a part of a larger query, in which every column needs a name of its own. */
  named: {
    groupKind: sql<GroupStart['kind'] | null>`${groups.kind}`.as('group_kind'),
    groupStartsOn: sql<string | null>`${groups.startsOn}::text`.as('group_starts_on'),
    groupOpenedDays: sql<number | null>`${groups.openedDays}`.as('group_opened_days'),
    isGroupCancelled: sql<boolean>`${groups.cancelledAt} is not null`.as('is_group_cancelled'),
  },
}

type Columns = Pick<GroupRow, 'kind' | 'startsOn' | 'openedDays' | 'cancelledAt'>
export const toGroupStart = (row: Columns | null): GroupStart | null => {
  if (!row) return null
  const { cancelledAt, ...start } = row
  return { ...start, isCancelled: cancelledAt !== null }
}

type Named = {
  groupKind: GroupStart['kind'] | null
  groupStartsOn: string | null
  groupOpenedDays: number | null
  isGroupCancelled: boolean
}
export const groupOfNamed = ({
  groupKind,
  groupStartsOn,
  groupOpenedDays,
  isGroupCancelled,
}: Named): GroupStart | null =>
  groupKind && { kind: groupKind, startsOn: groupStartsOn, openedDays: groupOpenedDays, isCancelled: isGroupCancelled }

/** How many days after its start have begun, with those that had begun before an earlier change; null: it has not started. */
export function daysOpened(
  { startsOn, openedDays }: Pick<GroupStart, 'startsOn' | 'openedDays'>,
  now: Date,
): number | null {
  const days = startsOn === null ? -1 : Math.floor((now.getTime() - jakartaMidnight(startsOn).getTime()) / dayMs)
  return days < 0 ? openedDays : Math.max(days, openedDays ?? 0)
}
