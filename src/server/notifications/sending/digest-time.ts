import { dayMs, hourMs } from '#contract/kit/durations.ts'

const digestHour = 7

/** The next 07.00 in a time zone, after this instant. */
export function nextDigest(now: Date, timeZone: string): Date {
  for (const day of [0, 1, 2]) {
    const at = morningOf(new Date(now.getTime() + day * dayMs), timeZone)
    if (at > now) return at
  }
  throw new Error('No morning follows')
}

/** 07.00 of the local day of this instant. */
function morningOf(instant: Date, timeZone: string): Date {
  const { year, month, day } = partsOf(instant, timeZone)
  const asUtc = Date.UTC(year, month - 1, day, digestHour)
  // Twice, because the difference to UTC may change between the first guess and the morning itself.
  const guess = new Date(asUtc - aheadMs(new Date(asUtc), timeZone))
  return new Date(asUtc - aheadMs(guess, timeZone))
}

/** How much local time is ahead of UTC. */
function aheadMs(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute } = partsOf(instant, timeZone)
  const wholeMinutes = Math.floor(instant.getTime() / (hourMs / 60)) * (hourMs / 60)
  return Date.UTC(year, month - 1, day, hour, minute) - wholeMinutes
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(instant: Date, timeZone: string) {
  const known = formats.get(timeZone)
  const format =
    known ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  if (!known && formats.size < 100) formats.set(timeZone, format)
  const parts = format.formatToParts(instant)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour'), minute: read('minute') }
}
