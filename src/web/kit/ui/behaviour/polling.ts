export type PollingSchedule = {
  /** Between a response and the next request. */
  intervalMs: number
  /** The interval doubles with every failure in a row, up to this. */
  maxIntervalMs: number
  /** Polling ends this long after it began. It begins again when the page is shown again or the network returns. */
  deadlineMs: number
}

/** The delay before the next request; null after the deadline. */
export function nextDelayMs(
  { intervalMs, maxIntervalMs, deadlineMs }: PollingSchedule,
  { failures, elapsedMs }: { /** In a row. */ failures: number; elapsedMs: number },
): number | null {
  return elapsedMs < deadlineMs ? Math.min(maxIntervalMs, intervalMs * 2 ** failures) : null
}

type Options = {
  schedule: PollingSchedule
  /** Requests once. The signal is aborted when polling is stopped. */
  request: (signal: AbortSignal) => Promise<'pending' | 'done' | 'failed'>
  onDeadline: () => void
}

/**
 * Requests at once and then repeatedly, until the request says 'done'. Pauses while the page is hidden, and requests at once when
 * it is shown again or the network returns. Returns a function that stops.
 */
export function startPolling({ schedule, request, onDeadline }: Options): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let beganAt = performance.now()
  let failures = 0
  let isRequesting = false

  function stop() {
    clearTimeout(timer)
    controller.abort()
  }
  async function poll() {
    clearTimeout(timer)
    if (isRequesting) return
    isRequesting = true
    const outcome = await request(signal)
    isRequesting = false
    if (signal.aborted) return
    if (outcome === 'done') return stop()
    failures = outcome === 'failed' ? failures + 1 : 0
    if (document.visibilityState === 'hidden') return
    const delayMs = nextDelayMs(schedule, { failures, elapsedMs: performance.now() - beganAt })
    if (delayMs === null) onDeadline()
    else timer = setTimeout(() => void poll(), delayMs)
  }
  function resume() {
    if (document.visibilityState === 'hidden') return clearTimeout(timer)
    beganAt = performance.now()
    failures = 0
    void poll()
  }
  document.addEventListener('visibilitychange', resume, { signal })
  addEventListener('online', resume, { signal })
  void poll()
  return stop
}
