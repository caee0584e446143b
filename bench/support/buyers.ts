import { setTimeout as pause } from 'node:timers/promises'
import { callApi, type Call, type CallResult, type Shop } from '#testing/processes/shop-processes.ts'

export type Buyers = ReturnType<typeof startBuyers>

type Purchase = { token: string; body: { courseId: string } | { bundleId: string } }
export type ConfirmedWrite = { at: number; startedAt: number }

const retryMs = 100
/** Longer than any statement may take; a browser waits as long. */
const timeoutMs = 12_000

/** Buyers who buy one course after another, every second of them the first two as a bundle, at whichever process, and repeat what fails. A purchase that was acknowledged must not be lost. */
export function startBuyers(
  shop: Shop,
  { buyers, orderIdOf }: { buyers: number; orderIdOf: (transactionId: string) => Promise<string> },
) {
  const purchases: Purchase[] = shop.students.flatMap(({ token, courseIds, bundleId }, index) => {
    const single = courseIds.map((courseId) => ({ courseId }))
    const bodies = index % 2 === 0 ? single : [{ bundleId }, ...single.slice(2)]
    return bodies.map((body) => ({ token, body }))
  })
  /** When writes succeeded, as milliseconds of this process. */
  const writes: ConfirmedWrite[] = []
  const opened: string[] = []
  const paid: string[] = []
  let slowestMs = 0
  const unexpected: string[] = []
  const state = { isEnding: false }
  let origins = shop.products.map(({ origin }) => origin)
  let callCount = 0
  let calls = new AbortController()

  async function write(path: string, call: Call): Promise<CallResult> {
    for (;;) {
      const startedAt = performance.now()
      const result = await callApi(origins[callCount++ % origins.length] ?? '', path, {
        method: 'POST',
        timeoutMs,
        signal: calls.signal,
        ...call,
      })
      const at = performance.now()
      // A stopped process does not respond; that is measured separately.
      if (result.status !== 0) slowestMs = Math.max(slowestMs, at - startedAt)
      if (result.status === 200) writes.push({ at, startedAt })
      if (result.status !== 0 && result.status !== 503 && result.status !== 429) {
        if (result.status !== 200) unexpected.push(`${path} ${result.status} ${JSON.stringify(result.body)}`)
        return result
      }
      await pause(retryMs)
    }
  }

  async function buy({ token, body: wanted }: Purchase): Promise<void> {
    const { body } = await write('/checkout', { token, body: wanted })
    const { transactionId } = (body?.data ?? {}) as { transactionId?: string }
    if (!transactionId) return
    opened.push(transactionId)
    await shop.act(await orderIdOf(transactionId), 'pay')
    const refreshed = await write(`/my-transaction/${transactionId}/refresh`, { token })
    if ((refreshed.body?.data as { status?: string } | undefined)?.status === 'success') paid.push(transactionId)
  }

  const running = Array.from({ length: buyers }, async () => {
    for (let next = purchases.shift(); next && !state.isEnding; next = purchases.shift()) {
      await buy(next)
      await pause(retryMs)
    }
  })

  return {
    opened,
    paid,
    writes,
    figures: () => ({ slowestMs, unexpected, left: purchases.length }),
    /** Sends further calls to these processes only, and aborts the open ones, as a proxy does when a process is no longer ready. */
    useOnly(chosen: readonly string[]): void {
      origins = [...chosen]
      calls.abort()
      calls = new AbortController()
    },
    /** Milliseconds from this time to the first write that began and succeeded after it. */
    outageSince: (instant: number): number =>
      (writes.find(({ startedAt }) => startedAt >= instant)?.at ?? Infinity) - instant,
    /** The longest time between two writes since this time. */
    longestGapSince(instant: number): number {
      const times = [instant, ...writes.map(({ at }) => at).filter((at) => at >= instant), performance.now()].toSorted(
        (a, b) => a - b,
      )
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    },
    async end() {
      state.isEnding = true
      await Promise.all(running)
    },
  }
}

export type Visits = ReturnType<typeof startVisits>

/** Requests a path of each process again and again, and counts the responses that are not 200. */
export function startVisits(origins: readonly string[], path: string) {
  const outcomes: { at: number; status: number; ms: number }[] = []
  const state = { isEnding: false }
  const running = origins.map(async (origin) => {
    while (!state.isEnding) {
      const at = performance.now()
      const status = await fetch(origin + path, { signal: AbortSignal.timeout(timeoutMs) }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      )
      outcomes.push({ at, status, ms: performance.now() - at })
      await pause(50)
    }
  })
  return {
    outcomes,
    async end() {
      state.isEnding = true
      await Promise.all(running)
    },
  }
}
