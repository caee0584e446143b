import { changeMinutes } from '#contract/conversation/announcements.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { AnnouncementRow } from './tables.ts'

export const isChangeable = (row: AnnouncementRow, now: Date): boolean =>
  now.getTime() - row.createdAt.getTime() < changeMinutes * minuteMs
