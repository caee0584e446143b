import { useEffect, useState } from 'react'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { Badge } from '#web/kit/ui/badge.tsx'

/** The time left until a deadline, or how long ago it was. */
export function DueBadge({ dueAt }: { dueAt: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const leftMs = Date.parse(dueAt) - now
  if (leftMs <= 0) return <Badge tone="danger">Terlambat {describeSpan(-leftMs)}</Badge>
  return <Badge tone={leftMs < 24 * hourMs ? 'promo' : 'neutral'}>Sisa {describeSpan(leftMs)}</Badge>
}

/** "2 hari 5 jam", "5 jam", "12 menit". */
function describeSpan(ms: number): string {
  const hours = Math.floor(ms / hourMs)
  if (hours < 1) return `${Math.max(1, Math.floor(ms / minuteMs))} menit`
  if (hours < 24) return `${hours} jam`
  return hours % 24 === 0 ? `${hours / 24} hari` : `${Math.floor(hours / 24)} hari ${hours % 24} jam`
}
