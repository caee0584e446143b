import { useEffect, useEffectEvent, useState } from 'react'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'

const key = 'cendaki-opened-again'
const pauseMs = 30_000

/** Calls `onBack`, which opens a page again, once the server can be reached. While `isOn` is false nothing is requested. */
export function useConnectionBack(isOn: boolean, onBack: () => void): void {
  const serving = useRemote(isOn ? 'serving' : null, async (signal) => {
    const { ok, status } = await fetch('/api/serving', { cache: 'no-store', signal })
    if (!ok) throw new Error(`The server returned ${status}`)
  })
  useRetry(serving.status === 'failed', serving.reload)
  const [wasLost, setWasLost] = useState(() => !navigator.onLine)
  if (serving.status === 'failed' && !wasLost) setWasLost(true)
  const isReachable = serving.status === 'loaded'
  const back = useEffectEvent(() => {
    if (wasLost || isFirstInAWhile()) onBack()
  })
  useEffect(() => {
    if (isReachable) back()
  }, [isReachable])
}

/**
 * The connection may have been lost so shortly that it is back when this page asks. A page that fails although the server can be reached
 * looks the same, so that one is opened again at most twice a minute. False where the browser stores nothing.
 */
function isFirstInAWhile(): boolean {
  try {
    const now = Date.now()
    if (now - Number(sessionStorage.getItem(key)) < pauseMs) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}
