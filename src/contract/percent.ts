/** How much is done, in whole percent: 0 only before the first, 100 only after the last, whatever rounding says. 0 of nothing is 0. */
export function percentDone(done: number, total: number): number {
  if (done === 0 || total === 0) return 0
  return done >= total ? 100 : Math.min(99, Math.max(1, Math.round((done / total) * 100)))
}
