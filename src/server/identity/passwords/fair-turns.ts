import { Busy } from '#server/http/index.ts'

type Limits = { atOnce: number; waitingAtMost: number; waitingInLaneAtMost: number }
type Waiting = { go: () => void; refuse: (reason: Busy) => void }

/**
 * Dear work, a few at once; who waits is served lane by lane, so that however many come from one side, the next from
 * another side waits for one of theirs and no more. Whoever finds their lane full is told that it is busy; when the house is
 * full, the longest lane gives a place up.
 */
export function createFairTurns({ atOnce, waitingAtMost, waitingInLaneAtMost }: Limits) {
  // In the order in which lanes get their next turn.
  const lanes = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function join(lane: string): Promise<void> {
    const others = lanes.get(lane) ?? []
    if (others.length >= waitingInLaneAtMost) throw new Busy('Too much dear work waits in this lane')
    if (waiting >= waitingAtMost) makeRoom(others.length)
    waiting++
    return new Promise((go, refuse) => lanes.set(lane, [...(lanes.get(lane) ?? []), { go, refuse }]))
  }

  /** The last of the longest lane goes, if that lane is longer than the newcomer's would be. */
  function makeRoom(lengthOfNewcomers: number): void {
    const [lane, longest] = [...lanes].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (longest.length <= lengthOfNewcomers + 1) throw new Busy('Too much dear work waits')
    lanes.set(lane, longest.slice(0, -1))
    waiting--
    longest.at(-1)?.refuse(new Busy('Others have waited less'))
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
    first?.go()
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
