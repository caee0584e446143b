import { joinMinutes, type MeetingState } from '#contract/groups/schedule.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MeetingRow } from './tables.ts'

type Planned = Pick<MeetingRow, 'startsAt' | 'minutes' | 'cancelledAt'>

export const endOf = ({ startsAt, minutes }: Pick<Planned, 'startsAt' | 'minutes'>): Date =>
  new Date(startsAt.getTime() + minutes * minuteMs)
export const opensAtOf = ({ startsAt }: Pick<Planned, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - joinMinutes * minuteMs)

export function meetingState(meeting: Planned, now: Date): MeetingState {
  if (meeting.cancelledAt !== null) return 'cancelled'
  if (endOf(meeting) <= now) return 'over'
  return opensAtOf(meeting) <= now ? 'open' : 'upcoming'
}
