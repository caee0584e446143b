import { minuteMs } from '#contract/kit/durations.ts'

/** Time is injected, so that tests can control it. */
export type Clock = { now(): Date }

/** Clocks of hosts on one database differ by less: what is dated further ahead was noted before the clock was set back. */
export const clockSkewMs = 10 * minuteMs

/** Rows that are dated later are due now, or they would wait until the clock is there again. */
export const latestNoted = (now: Date): Date => new Date(now.getTime() + clockSkewMs)

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be set to another time, and back with null. Generating history for the demo uses it. */
export type SettableClock = Clock & { set(instant: Date | null): void }

export function createSettableClock(clock: Clock): SettableClock {
  let override: Date | null = null
  return { now: () => override ?? clock.now(), set: (instant) => void (override = instant) }
}
