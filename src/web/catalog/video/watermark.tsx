import { useEffect, useState } from 'react'

const moveMs = 15_000
const places = [
  'top-[8%] left-[5%]',
  'top-[45%] right-[6%]',
  'top-[70%] left-[12%]',
  'top-[20%] right-[20%]',
  'top-[60%] left-[40%]',
] as const

/** Faint text over a video, at another place every few seconds. */
export function Watermark({ text }: { text: string }) {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setIndex((before) => (before + 1) % places.length), moveMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute text-sm text-white/35 mix-blend-difference select-none ${places[index] ?? ''}`}
    >
      {text}
    </span>
  )
}
