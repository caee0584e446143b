import { useEffect, useEffectEvent, useState } from 'react'
import { useRemote } from '#web/ui/use-remote.ts'
import { useRetry } from '#web/ui/use-retry.ts'

/** Calls `onBack` once the server can be reached again. While `isOn` is false nothing is requested. */
export function useConnectionBack(isOn: boolean, onBack: () => void): void {
  const health = useRemote(isOn ? 'health' : null, async (signal) => {
    const { ok, status } = await fetch('/api/health', { cache: 'no-store', signal })
    if (!ok) throw new Error(`The server answered ${status}`)
  })
  useRetry(health.status === 'failed', health.reload)
  // A page that failed although the server can be reached is not loaded again and again.
  const [wasLost, setWasLost] = useState(() => !navigator.onLine)
  if (health.status === 'failed' && !wasLost) setWasLost(true)
  const isBack = wasLost && health.status === 'loaded'
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (isBack) back()
  }, [isBack])
}
