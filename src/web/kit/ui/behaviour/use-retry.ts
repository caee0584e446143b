import { useEffect, useEffectEvent, useRef } from 'react'

const firstRetryMs = 5_000
const maximumRetryMs = 60_000
/** By the timer, in a row: what is not the network's fault stays failed. */
const maximumTries = 6

/**
 * Retries what failed when the network returns or the page is shown again, and some times after growing pauses: not every loss of the network is
 * reported, and right after it has returned requests often still fail.
 */
export function useRetry(hasFailed: boolean, retry: () => void): void {
  const tries = useRef(0)
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (!hasFailed) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(
      () => {
        if (!navigator.onLine || document.hidden || tries.current >= maximumTries) return
        tries.current += 1
        retryNow()
      },
      Math.min(maximumRetryMs, firstRetryMs * 2 ** tries.current),
    )
    function resume() {
      if (document.hidden) return
      tries.current = 0
      retryNow()
    }
    addEventListener('online', resume, { signal })
    document.addEventListener('visibilitychange', resume, { signal })
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [hasFailed])
}
