import { paths } from '#contract/kit/paths.ts'
import { endOf } from '#server/groups/meetings/meeting-time.ts'
import type { Scheduled } from './show-schedule.ts'

// RFC 5545. The link of a meeting is not in it: calendars are shared, and stored by others.

/** "20261128T090000Z" */
const instant = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const text = (value: string): string =>
  value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, (character) => `\\${character}`)

/** A line has at most 75 octets; what is longer goes on after a space, never within a character. */
function fold(line: string): string {
  const folded: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (bytes + length > 74) {
      folded.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += length
  }
  return [...folded, current].join('\r\n')
}

const changedAt = (updatedAt: Date, leftAt: Date | null): Date =>
  leftAt !== null && leftAt > updatedAt ? leftAt : updatedAt

export function writeCalendar(scheduled: readonly Scheduled[], { publicUrl }: { publicUrl: string }): string {
  const url = `${publicUrl}${paths.schedule()}`
  const host = new URL(publicUrl).host
  const events = scheduled.flatMap(({ meeting, courseTitle, cohort, leftAt }) => [
    'BEGIN:VEVENT',
    `UID:${meeting.id}@${host}`,
    // Leaving the cohort is a change, too.
    `SEQUENCE:${meeting.sequence + (leftAt === null ? 0 : 1)}`,
    `DTSTAMP:${instant(changedAt(meeting.updatedAt, leftAt))}`,
    `LAST-MODIFIED:${instant(changedAt(meeting.updatedAt, leftAt))}`,
    `DTSTART:${instant(meeting.startsAt)}`,
    `DTEND:${instant(endOf(meeting))}`,
    `SUMMARY:${text(`${meeting.title} · ${courseTitle}`)}`,
    `DESCRIPTION:${text(`${cohort}. Masuk kelas lewat ${url}`)}`,
    `URL:${url}`,
    `STATUS:${meeting.cancelledAt === null && leftAt === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cendaki//Jadwal//ID',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Jadwal kelas',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
