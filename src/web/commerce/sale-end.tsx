import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatDateTime } from '#contract/kit/days.ts'
import { aheadOf, describeRest } from './sale-countdown.ts'

/** Until when the price of a sale holds: a date without JavaScript, counted down by the time of the server with it. Afterwards the page shows the new price. */
export function SaleEnd({ endsAt }: { endsAt: string }) {
  const [restMs, setRestMs] = useState<number | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let aheadMs = 0
    let timer: ReturnType<typeof setInterval> | undefined
    const stopped = new AbortController()
    const tick = () => {
      const rest = Date.parse(endsAt) - Date.now() - aheadMs
      setRestMs(rest)
      if (rest > 0) return
      clearInterval(timer)
      void revalidate()
    }
    const sentAt = Date.now()
    fetch('/api/serving', { cache: 'no-store', signal: stopped.signal })
      .then(({ headers }) => (aheadMs = aheadOf(headers.get('date'), sentAt, Date.now())))
      // Without an answer the device's clock counts.
      .catch(() => 0)
      .finally(() => {
        if (stopped.signal.aborted) return
        timer = setInterval(tick, 1000)
        tick()
      })
    return () => {
      stopped.abort()
      clearInterval(timer)
    }
  }, [endsAt, revalidate])
  const rest = restMs === null ? null : describeRest(restMs)
  return (
    <p className="mt-1 text-sm text-ink-2">
      Harga ini sampai <time dateTime={endsAt}>{formatDateTime(endsAt)}</time>
      {rest && (
        // Read aloud each second it would drown the page; the date says the same.
        <span aria-hidden="true" className="block font-semibold tabular-nums text-mengkudu">
          Sisa {rest}
        </span>
      )}
    </p>
  )
}
