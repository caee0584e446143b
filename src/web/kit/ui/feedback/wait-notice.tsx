import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useState } from 'react'

export type Countdown = { /** Zero when no wait is needed. */ secondsLeft: number; start: (seconds: number) => void }

/** Counts down until the next attempt is allowed. */
export function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (!endsAt) return
    // Based on the clock, because background tabs skip ticks.
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return {
    secondsLeft,
    start(seconds) {
      setSecondsLeft(seconds)
      setEndsAt(Date.now() + seconds * 1000)
    },
  }
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const inWords = (seconds: number) => (seconds < 60 ? 'sebentar lagi' : `sekitar ${Math.ceil(seconds / 60)} menit lagi`)

/** Shows how long to wait after too many attempts. Announced once; the running countdown is visual only. */
export function WaitNotice({ secondsLeft }: { secondsLeft: number }) {
  const [announced, setAnnounced] = useState(0)
  if (secondsLeft > announced || (secondsLeft === 0 && announced > 0)) setAnnounced(secondsLeft)
  return (
    <div role="alert" className="empty:-mb-4">
      {secondsLeft > 0 && (
        <div className="flex gap-3 rounded-field bg-kunyit-50 px-4 py-3 text-[0.9375rem] font-semibold text-kunyit-ink">
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          <p>
            Terlalu banyak percobaan. <span className="sr-only">Coba lagi {inWords(announced)}.</span>
            <span aria-hidden="true">
              Coba lagi dalam <span className="tabular-nums">{clock(secondsLeft)}</span>.
            </span>
          </p>
        </div>
      )}
    </div>
  )
}
