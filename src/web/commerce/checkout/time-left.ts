import { useEffect, useState } from 'react'
import { minuteMs } from '#contract/kit/durations.ts'
import { formatSpan } from '#contract/kit/format/span.ts'

/** The time, updated often enough for a countdown in minutes. Null until the page is hydrated. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** "Sisa 23 jam 59 menit" */
export function timeLeft(untilIso: string, now: number): string {
  const minutes = Math.floor((new Date(untilIso).getTime() - now) / minuteMs)
  if (minutes < 0) return 'Waktunya sudah habis.'
  if (minutes === 0) return 'Sisa kurang dari 1 menit'
  return `Sisa ${formatSpan(minutes * 60)}`
}
