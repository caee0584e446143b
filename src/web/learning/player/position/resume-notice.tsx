import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect } from 'react'

const shownMs = 8_000

/** Explains why the page opened further down, with a button that scrolls to the beginning. */
export function ResumeNotice({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, shownMs)
    return () => clearTimeout(timer)
  }, [onDone])
  function toBeginning() {
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    onDone()
  }
  return (
    <div className="fixed inset-x-4 top-18 z-20 flex justify-center lg:top-22">
      <p
        role="status"
        className="flex items-center gap-2 rounded-full border border-line bg-surface py-1 pr-1 pl-4 text-sm shadow-dialog"
      >
        Lanjut dari bacaan terakhir
        <button
          type="button"
          onClick={toBeginning}
          className="flex min-h-11 shrink-0 items-center gap-1 rounded-full px-3 font-bold text-nila hover:bg-sunken"
        >
          <ArrowUp aria-hidden className="size-4" /> Ke awal
        </button>
      </p>
    </div>
  )
}
