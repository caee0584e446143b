import { useEffect, useState, useSyncExternalStore } from 'react'
import { Spinner } from './spinner.tsx'

const delayMs = 150

let running = 0
const listeners = new Set<() => void>()

function change(by: number) {
  running += by
  for (const listener of listeners) listener()
}

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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const isRunning = () => running > 0
const never = () => false

/** A centred spinner over a semi-transparent backdrop, shown after 150 ms so that fast actions do not flash. */
export function LoadingOverlayHost() {
  const loading = useSyncExternalStore(subscribe, isRunning, never)
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
