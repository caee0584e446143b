// Whether a frame still answers. It may have a process of its own, which hangs or dies without a word, or share the thread of the page, which
// then is slow with it.

export const askEveryMs = 500
/** One answer may take this long. */
const longestMs = 3_000
/** Several answers in a row may not. */
const slowMs = 600
const slowAnswers = 3
/** The page itself was paused: a laptop slept, or the tab was in the background. */
const pausedMs = 10_000

export type Watch = { askedAt: number | null; tickedAt: number; count: number; slow: number }

export const startWatch = (now: number): Watch => ({ askedAt: null, tickedAt: now, count: 0, slow: 0 })

/** Every half second: asks again once the last question was answered. */
export function tickWatch(watch: Watch, now: number): { watch: Watch; asks: boolean; isBusy: boolean } {
  const wasPaused = now - watch.tickedAt > pausedMs
  if (watch.askedAt !== null && !wasPaused)
    return { watch: { ...watch, tickedAt: now }, asks: false, isBusy: now - watch.askedAt > longestMs }
  const slow = wasPaused ? 0 : watch.slow
  return { watch: { askedAt: now, tickedAt: now, count: watch.count + 1, slow }, asks: true, isBusy: false }
}

/** An answer came; one to an earlier question says nothing. */
export function answerWatch(watch: Watch, count: number, now: number): { watch: Watch; isBusy: boolean } {
  if (watch.askedAt === null || count !== watch.count) return { watch, isBusy: false }
  const slow = now - watch.askedAt > slowMs ? watch.slow + 1 : 0
  return { watch: { ...watch, askedAt: null, slow }, isBusy: slow >= slowAnswers }
}
