import { useEffect, useState } from 'react'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'
import { Spinner } from './spinner.tsx'

const delayMs = 150

const running = sharedValue(0)
const change = (by: number) => running.set(running.read() + by)

/** Starts the global loading state and returns a function that ends it. The overlay disappears when all have ended. */
export function showLoading(): () => void {
  let ended = false
  change(1)
  return () => {
    if (ended) return
    ended = true
    change(-1)
  }
}

/** A centred spinner over a semi-transparent backdrop, shown after 150 ms so that fast actions do not flash. */
export function LoadingOverlayHost() {
  const loading = running.use() > 0
  return <div role="status">{loading && <Overlay />}</div>
}

function Overlay() {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!visible) return null
  return (
    <div className="fixed inset-0 z-70 grid animate-[fade-in_180ms_var(--ease-out)] place-items-center bg-veil">
      <div className="grid size-20 place-items-center rounded-dialog bg-surface text-nila shadow-dialog">
        <Spinner className="size-9" />
        <span className="sr-only">Memuat…</span>
      </div>
    </div>
  )
}
