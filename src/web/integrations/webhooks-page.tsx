import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { Webhook } from '#contract/integrations/webhooks.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { deliveryStates, describeOutcome, eventLabels } from './integration-labels.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.webhooks.listWebhooks()).data)

export function WebhookStateBadge({ webhook: { enabled, failingSince } }: { webhook: Webhook }) {
  if (!enabled) return <Badge tone="neutral">Nonaktif</Badge>
  return failingSince ? <Badge tone="danger">Sedang gagal</Badge> : <Badge tone="success">Aktif</Badge>
}

function LastDelivery({ last }: { last: Webhook['lastDelivery'] }) {
  if (!last) return <span className="text-sm text-ink-3">Belum ada</span>
  return (
    <span className="text-sm max-md:text-right">
      {deliveryStates[last.state].label}
      {describeOutcome(last) && ` · ${describeOutcome(last)}`}
      <span className="block text-ink-3">{formatShortDateTime(last.createdAt)}</span>
    </span>
  )
}

const columns: readonly Column<Webhook>[] = [
  {
    key: 'url',
    label: 'Alamat penerima',
    isName: true,
    cell: (webhook) => (
      <Link to={staffPaths.webhook({ webhookId: webhook._id })} className="font-semibold wrap-anywhere hover:underline">
        {webhook.url}
      </Link>
    ),
  },
  {
    key: 'events',
    label: 'Kejadian',
    cell: (webhook) => (
      <span className="text-sm max-md:text-right">{webhook.events.map((event) => eventLabels[event]).join(', ')}</span>
    ),
  },
  { key: 'state', label: 'Status', cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
  { key: 'last', label: 'Pengiriman terakhir', cell: (webhook) => <LastDelivery last={webhook.lastDelivery} /> },
]

export function Page() {
  const webhooks = useLoaderData<ReturnType<typeof createLoader>>()
  const { revalidate } = useRevalidator()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  return (
    <StaffPage
      title="Webhook"
      lead="Program lain diberi tahu begitu ada pembelian, siswa baru, atau sertifikat. Setiap pengiriman ditandatangani menurut standardwebhooks.com."
      actions={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4.5" />
          Webhook baru
        </Button>
      }
    >
      {webhooks.length > 0 ? (
        <StaffTable caption="Daftar webhook" columns={columns} rows={webhooks} keyOf={(webhook) => webhook._id} />
      ) : (
        <EmptyState title="Belum ada webhook." text="Tambahkan alamat program yang perlu diberi tahu." />
      )}
      {isCreating && (
        <WebhookDialog
          webhook={null}
          onClose={() => setCreating(false)}
          onSaved={({ data }) => {
            setCreating(false)
            setSecret(data.secret ?? null)
            void revalidate()
          }}
        />
      )}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </StaffPage>
  )
}

export const WebhookSecretDialog = ({
  secret,
  note = '',
  onClose,
}: {
  secret: string
  note?: string
  onClose: () => void
}) => (
  <SecretDialog
    title="Rahasia webhook"
    label="Rahasia"
    text={`Salin sekarang: rahasia ini hanya ditampilkan satu kali. Penerima memakainya untuk memeriksa tanda tangan.${note}`}
    secret={secret}
    onClose={onClose}
  />
)
