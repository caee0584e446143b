import { Busy } from '#server/http/index.ts'

type Limits = { atOnce: number; waitingAtMost: number; waitingInLaneAtMost: number }

/**
 * Dear work, a few at once; who waits is served lane by lane, so that however many come from one side, the next from
 * another side waits for one of theirs and no more. Whoever finds their lane, or the house, full is told that it is busy.
 */
export function createFairTurns({ atOnce, waitingAtMost, waitingInLaneAtMost }: Limits) {
  // In the order in which lanes get their next turn.
  const lanes = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  function join(lane: string): Promise<void> {
    const others = lanes.get(lane) ?? []
    if (waiting >= waitingAtMost || others.length >= waitingInLaneAtMost) throw new Busy('Too much dear work waits')
    waiting++
    return new Promise((resolve) => lanes.set(lane, [...others, resolve]))
  }

  /** Hands the place on, not back: nobody slips in between. */
  function handOn(): void {
    const [next] = lanes
    if (!next) return void running--
    const [lane, [first, ...rest]] = next
    lanes.delete(lane)
    // Behind all other lanes.
    if (rest.length > 0) lanes.set(lane, rest)
    waiting--
    first?.()
  }

  return async function inTurn<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) await join(lane)
    else running++
    try {
      return await work()
    } finally {
      handOn()
    }
  }
}
