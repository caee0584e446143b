import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { Fact } from '#web/kit/staff/fact.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { deliveryStates, describeOutcome, eventLabel } from './integration-labels.ts'

type Props = {
  webhookId: string
  deliveries: readonly WebhookDelivery[]
  /** The value of `before` for the next page. */
  next: string | null
  isFirstPage: boolean
  onResent: () => Promise<void>
}

/** The log of deliveries, newest first. */
export function DeliveryList({ webhookId, deliveries, next, isFirstPage, onResent }: Props) {
  const path = staffPaths.webhook({ webhookId })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-3 text-xl font-bold">
        Pengiriman
      </h2>
      {deliveries.length > 0 ? (
        <ul className="grid gap-3">
          {deliveries.map((delivery) => (
            <li key={delivery._id} className="rounded-card border border-line bg-surface">
              <Delivery webhookId={webhookId} delivery={delivery} onResent={onResent} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title="Belum ada pengiriman."
          text="Pengiriman 30 hari terakhir tampil di sini. Kirim uji coba untuk melihat hasilnya."
        />
      )}
      {(next || !isFirstPage) && (
        <nav aria-label="Halaman pengiriman" className="mt-4 flex flex-wrap gap-4 font-semibold">
          {!isFirstPage && (
            <Link to={path} className="inline-flex min-h-11 items-center underline underline-offset-2">
              Terbaru
            </Link>
          )}
          {next && (
            <Link
              to={`${path}?before=${next}`}
              className="inline-flex min-h-11 items-center underline underline-offset-2"
            >
              Lebih lama
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}

function Delivery({
  webhookId,
  delivery,
  onResent,
}: {
  webhookId: string
  delivery: WebhookDelivery
  onResent: () => Promise<void>
}) {
  const { authenticated } = useApi()
  const [isBusy, setBusy] = useState(false)
  const { label, tone } = deliveryStates[delivery.state]
  const outcome = describeOutcome(delivery)

  async function resend() {
    setBusy(true)
    try {
      const { data } = await withLogin(() =>
        authenticated.webhooks.resendDelivery({ id: webhookId, deliveryId: delivery._id }),
      )
      if (data.error === null) toast.success('Terkirim.')
      else toast.error(`Belum berhasil: ${describeOutcome(data)}.`)
    } catch (error) {
      toast.error(describeFailure(error))
    }
    await onResent()
    setBusy(false)
  }

  return (
    <details className="group">
      <summary className="relative flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-3 pr-12 pl-4 hover:bg-sunken">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold">{eventLabel(delivery.type)}</span>
        <span className="text-sm text-ink-3">{formatShortDateTime(delivery.createdAt)}</span>
        {outcome && (
          <span className="text-sm wrap-anywhere text-ink-2">
            {outcome}
            {delivery.durationMs !== null && ` · ${delivery.durationMs.toLocaleString('id-ID')} ms`}
          </span>
        )}
        <ChevronDown aria-hidden className="absolute top-3.5 right-4 size-5 text-ink-3 soft group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 border-t border-line px-4 py-4">
        <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          <Fact label="ID (webhook-id)">{delivery.eventId}</Fact>
          <Fact label="Percobaan">{delivery.attempts}</Fact>
          {delivery.nextAttemptAt && (
            <Fact label="Percobaan berikutnya">{formatShortDateTime(delivery.nextAttemptAt)}</Fact>
          )}
        </dl>
        {delivery.responseExcerpt && <Excerpt label="Awal jawaban" text={delivery.responseExcerpt} />}
        <Excerpt label="Isi yang dikirim" text={delivery.body} />
        <div>
          <Button size="sm" variant="outline" busy={isBusy} onClick={() => void resend()}>
            Kirim ulang
            <span className="sr-only">
              {' '}
              {eventLabel(delivery.type)} {formatShortDateTime(delivery.createdAt)}
            </span>
          </Button>
        </div>
      </div>
    </details>
  )
}

const Excerpt = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="mb-1 text-sm text-ink-3">{label}</p>
    <pre className="rounded-field bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
  </div>
)
