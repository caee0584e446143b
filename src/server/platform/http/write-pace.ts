import { LRUCache } from 'lru-cache'

/** Token buckets of one account in this process. People stay far below; loops do not. */
export const writeLimits = {
  calls: { burst: 300, perSecond: 1 },
  bytes: { burst: 8 * 1024 * 1024, perSecond: 64 * 1024 },
}
export type WriteLimits = typeof writeLimits
const maximumCallers = 20_000

type Spent = { calls: number; bytes: number; at: number }

/**
 * Counts the writing calls of each account and what they send: every text has to be parsed, validated and cleaned, whichever endpoint takes it. Kept in
 * memory, because it protects this process; limits of what is stored or sent are those of the endpoints.
 */
export function createWritePace(limits: WriteLimits = writeLimits, now: () => number = () => performance.now()) {
  const callers = new LRUCache<string, Spent>({ max: maximumCallers })

  function spentBy(caller: string): Spent {
    const at = now()
    const before = callers.get(caller)
    const seconds = before ? (at - before.at) / 1000 : 0
    const spent = {
      calls: Math.max(0, (before?.calls ?? 0) - seconds * limits.calls.perSecond),
      bytes: Math.max(0, (before?.bytes ?? 0) - seconds * limits.bytes.perSecond),
      at,
    }
    callers.set(caller, spent)
    return spent
  }

  return {
    /** Counts a call before its body is read; null, or the seconds to wait when it is too much. */
    take(caller: string): number | null {
      const spent = spentBy(caller)
      const wait = Math.max(
        ...(['calls', 'bytes'] as const).map((what) => (spent[what] - limits[what].burst) / limits[what].perSecond),
      )
      if (wait >= 0) return Math.max(1, Math.ceil(wait))
      spent.calls++
      return null
    },
    /** Counts what was read. */
    charge(caller: string, bytes: number): void {
      spentBy(caller).bytes += bytes
    },
  }
}
