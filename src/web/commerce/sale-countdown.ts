import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'

const two = (count: number) => String(count).padStart(2, '0')

/** "1 hari 03:09:05" or "00:09:05"; null when it is over. A second that has begun counts. */
export function describeRest(restMs: number): string | null {
  if (restMs <= 0) return null
  const rest = Math.ceil(restMs / 1000) * 1000
  const days = Math.floor(rest / dayMs)
  const clock = [
    Math.floor((rest % dayMs) / hourMs),
    Math.floor((rest % hourMs) / minuteMs),
    Math.floor((rest % minuteMs) / 1000),
  ]
    .map(two)
    .join(':')
  return days > 0 ? `${days} hari ${clock}` : clock
}

/** How far the clock of the server is ahead of this device's, from the `Date` header of a response; 0 without a valid one. Its seconds are rounded down. */
export function aheadOf(dateHeader: string | null, sentAt: number, receivedAt: number): number {
  const server = Date.parse(dateHeader ?? '')
  const middle = (sentAt + receivedAt) / 2
  // The header has whole seconds: a smaller difference is none.
  return Number.isNaN(server) || Math.abs(server + 500 - middle) < 1500 ? 0 : server + 500 - middle
}
