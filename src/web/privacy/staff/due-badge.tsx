import { useEffect, useState } from 'react'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { formatSpan } from '#contract/kit/format/span.ts'
import { Badge } from '#web/kit/ui/badge.tsx'

/** The time left until a deadline, or how long ago it was. */
export function DueBadge({ dueAt }: { dueAt: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const leftMs = Date.parse(dueAt) - now
  if (leftMs <= 0) return <Badge tone="danger">Terlambat {formatSpan(-leftMs / 1000)}</Badge>
  return <Badge tone={leftMs < 24 * hourMs ? 'promo' : 'neutral'}>Sisa {formatSpan(leftMs / 1000)}</Badge>
}
