/** Time is handed in, so that tests can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be put to another moment, and back by null: what is told of the past then happens in it. */
export type SettableClock = Clock & { set(moment: Date | null): void }

export function createSettableClock(clock: Clock): SettableClock {
  let told: Date | null = null
  return { now: () => told ?? clock.now(), set: (moment) => void (told = moment) }
}
