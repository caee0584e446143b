import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { joinMinutes, type MeetingState } from '#contract/groups/schedule.ts'
import { minuteMs } from '#contract/kit/durations.ts'

type Timed = { startsAt: string; endsAt: string; state: MeetingState }

const lookEveryMs = 15_000
/** Asked less and less often, as long as the server sees it otherwise: the clock of this device may be ahead. */
const longestWaitMs = 5 * minuteMs

/** True when a meeting was opened or ended since its state was read. */
export const hasChanged = (meetings: readonly Timed[], now: number): boolean =>
  meetings.some(({ startsAt, endsAt, state }) => {
    if (state === 'upcoming') return now >= new Date(startsAt).getTime() - joinMinutes * minuteMs
    return state === 'open' && now >= new Date(endsAt).getTime()
  })

/** Reads the page again once a meeting can be joined, or no longer: who waits before it sees 'Masuk kelas' without loading anything. */
export function useMeetingChanges(meetings: readonly Timed[]): void {
  const { state, revalidate } = useRevalidator()
  const asked = useRef({ at: 0, waitMs: 0 })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden || !navigator.onLine || state !== 'idle') return
      const now = Date.now()
      const { at, waitMs } = asked.current
      if (!hasChanged(meetings, now)) asked.current = { at: 0, waitMs: 0 }
      else if (now >= at + waitMs) {
        asked.current = { at: now, waitMs: Math.min(longestWaitMs, Math.max(lookEveryMs, waitMs * 2)) }
        void revalidate()
      }
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [meetings, state, revalidate])
}
