import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { sharedValue } from '#web/kit/ui/behaviour/shared-value.ts'
import { classNames } from '#web/kit/ui/class-names.ts'

type Tone = 'success' | 'info' | 'error'
type Toast = { id: number; tone: Tone; text: string }

// Errors take longer to read.
const durationMs: Record<Tone, number> = { success: 3000, info: 3000, error: 5000 }

/** The modal dialogs that are open, the last one on top: what is outside of it is inert, and lies behind it. */
const openModals = sharedValue<readonly string[]>([])
/** Returns what takes it out again. */
export function coverToasts(modalId: string): () => void {
  openModals.set([...openModals.read(), modalId])
  return () => openModals.set(openModals.read().filter((id) => id !== modalId))
}

const toasts = sharedValue<readonly Toast[]>([])
const none: readonly Toast[] = []
let lastId = 0
const show = (tone: Tone) => (text: string) => toasts.set([...toasts.read(), { id: ++lastId, tone, text }].slice(-4))
const dismiss = (id: number) => toasts.set(toasts.read().filter((shown) => shown.id !== id))

/** A short message that disappears. Never the only place of an error or the only access to an action. */
export const toast = { success: show('success'), info: show('info'), error: show('error') }

// Without this code, the toasts stay above the bottom bars.
const keepClear = (host: HTMLElement | null) =>
  void import('./place-toasts.ts').then(
    (placement) => placement.keepClear(host),
    () => {},
  )

/**
 * Rendered near the end of the page and in each modal dialog, so that its live regions exist before the first toast; the one on top shows
 * the toasts. On small screens it is above the bottom bars.
 */
export function ToastHost({ modalId }: { modalId?: string }) {
  const all = toasts.use()
  const shown = openModals.use().at(-1) === modalId ? all : none
  return (
    <div
      ref={shown.length > 0 ? keepClear : null}
      className="pointer-events-none fixed inset-x-4 bottom-24 z-60 flex flex-col items-center gap-2.5 pb-[env(safe-area-inset-bottom)] md:inset-x-auto md:right-6 md:items-end lg:bottom-6 print:hidden"
    >
      <div role="status" className="contents">
        {shown.map((item) => item.tone !== 'error' && <ToastCard key={item.id} {...item} />)}
      </div>
      <div role="alert" className="contents">
        {shown.map((item) => item.tone === 'error' && <ToastCard key={item.id} {...item} />)}
      </div>
    </div>
  )
}

function ToastCard({ id, tone, text }: Toast) {
  const [isPaused, setPaused] = useState(false)
  const remainingMs = useRef(durationMs[tone])

  useEffect(() => {
    if (isPaused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => dismiss(id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(1000, remainingMs.current - (performance.now() - startedAt))
    }
  }, [id, isPaused])

  return (
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex w-full max-w-100 animate-[toast-in_240ms_var(--ease-out)] items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 text-[0.9375rem] font-semibold shadow-dialog"
    >
      {tone === 'success' ? (
        <CircleCheck className="size-5 shrink-0 text-daun" />
      ) : (
        <CircleAlert className={classNames('size-5 shrink-0', tone === 'error' ? 'text-mengkudu' : 'text-info')} />
      )}
      <p className="min-w-0 flex-1 py-1">{text}</p>
      <button
        type="button"
        onClick={() => dismiss(id)}
        className="grid size-11 shrink-0 place-items-center rounded-button text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X className="size-5" />
        <span className="sr-only">Tutup pemberitahuan</span>
      </button>
    </div>
  )
}
