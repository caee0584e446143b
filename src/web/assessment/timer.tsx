import Clock from 'lucide-react/icons/clock'
import { useEffect, useEffectEvent, useState } from 'react'

/** Seconds at which the time left is announced to screen readers. */
const announced = [600, 300, 60, 30]

const clock = (seconds: number) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}
const spoken = (seconds: number) =>
  seconds >= 60 ? `Sisa waktu ${seconds / 60} menit.` : `Sisa waktu ${seconds} detik.`

/** The time left by the server's clock. It is announced a few times only, not each second. */
export function Timer({
  deadline,
  clockOffsetMs,
  onOver,
}: {
  deadline: string
  clockOffsetMs: number
  onOver: () => void
}) {
  const secondsLeft = () => Math.max(0, Math.ceil((new Date(deadline).getTime() - Date.now() - clockOffsetMs) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  const [announcement, setAnnouncement] = useState('')
  const tick = useEffectEvent(() => {
    const left = secondsLeft()
    const crossed = announced.findLast((threshold) => left <= threshold && seconds > threshold)
    if (crossed !== undefined) setAnnouncement(spoken(crossed))
    setSeconds(left)
    if (left === 0 && seconds > 0) onOver()
  })
  // Its time may be over when the quiz is opened again.
  const start = useEffectEvent(() => seconds === 0 && onOver())
  useEffect(() => {
    start()
    const timer = setInterval(() => tick(), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <p
        role="timer"
        aria-label="Sisa waktu"
        className={`flex items-center gap-1.5 font-bold tabular-nums ${seconds <= 60 ? 'text-mengkudu' : 'text-ink'}`}
      >
        <Clock aria-hidden className="size-4.5" />
        {clock(seconds)}
      </p>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}
