import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { describeOutcome, disabledReasons, eventLabels } from './integration-labels.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookSecretDialog, WebhookStateBadge } from './webhooks-page.tsx'

export const createLoader = staffLoader(async (api, { request, params }) => {
  const id = params['webhookId'] ?? ''
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const [{ data: webhook }, list] = await Promise.all([
    api.authenticated.webhooks.showWebhook({ id }),
    api.authenticated.webhooks.listDeliveries({ id, ...(before ? { before } : {}) }),
  ])
  return { webhook, deliveries: list.data, next: list.meta.next, isFirstPage: before === undefined }
})

type Action = 'test' | 'switch' | 'rotate' | 'delete'

export function Page() {
  const { webhook, ...log } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { busy, run } = useAction<Action>(describeFailure)
  const [isEditing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [tested, setTested] = useState<WebhookDelivery | null>(null)
  const { _id: id } = webhook
  const { host } = new URL(webhook.url)

  const sendTest = () =>
    run('test', async () => {
      setTested(null)
      setTested((await authenticated.webhooks.testWebhook({ id })).data)
      await revalidate()
    })

  const switchState = () =>
    run('switch', async () => {
      await authenticated.webhooks.updateWebhook({ id, enabled: !webhook.enabled })
      toast.success(webhook.enabled ? 'Webhook dinonaktifkan.' : 'Webhook diaktifkan.')
      await revalidate()
    })

  async function rotate() {
    const text = 'Rahasia lama masih berlaku 24 jam, supaya penerimanya sempat diganti.'
    if (!(await askConfirm({ title: 'Ganti rahasia?', text, confirmLabel: 'Ganti rahasia' }))) return
    await run('rotate', async () => setSecret((await authenticated.webhooks.rotateWebhookSecret({ id })).data.secret))
  }

  async function remove() {
    const text = `Webhook ke ${host} dihapus bersama catatan pengirimannya. Yang masih menunggu tidak dikirim.`
    if (!(await askConfirm({ title: 'Hapus webhook?', text, confirmLabel: 'Hapus', danger: true }))) return
    await run('delete', async () => {
      toast.success((await authenticated.webhooks.deleteWebhook({ id })).message ?? 'Webhook dihapus.')
      await navigate(staffPaths.webhooks())
    })
  }

  return (
    <StaffPage
      title={host}
      back={{ to: staffPaths.webhooks(), label: 'Webhook' }}
      actions={
        <Button busy={busy === 'test'} onClick={() => void sendTest()}>
          Kirim uji coba
        </Button>
      }
    >
      <div role="status">{tested && <TestResult delivery={tested} />}</div>
      <div className="mb-8 grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7">
        <Facts webhook={webhook} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
            Ubah
          </Button>
          <Button size="sm" variant="outline" busy={busy === 'switch'} onClick={() => void switchState()}>
            {webhook.enabled ? 'Nonaktifkan' : 'Aktifkan'}
          </Button>
          <Button size="sm" variant="outline" busy={busy === 'rotate'} onClick={() => void rotate()}>
            Ganti rahasia
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="text-mengkudu!"
            busy={busy === 'delete'}
            onClick={() => void remove()}
          >
            Hapus
          </Button>
        </div>
      </div>
      <DeliveryList webhookId={id} {...log} onResent={revalidate} />
      {isEditing && (
        <WebhookDialog
          webhook={webhook}
          onClose={() => setEditing(false)}
          onSaved={({ message }) => {
            setEditing(false)
            toast.success(message ?? 'Webhook disimpan.')
            void revalidate()
          }}
        />
      )}
      {secret && (
        <WebhookSecretDialog
          secret={secret}
          note=" Rahasia lama masih berlaku 24 jam."
          onClose={() => setSecret(null)}
        />
      )}
    </StaffPage>
  )
}

function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const isDelivered = delivery.error === null
  return (
    <p
      className={classNames(
        'mb-5 rounded-field px-4 py-3 font-semibold',
        isDelivered ? 'bg-daun-50 text-daun' : 'bg-mengkudu-50 text-mengkudu',
      )}
    >
      {isDelivered ? 'Uji coba terkirim' : 'Uji coba gagal'}: {describeOutcome(delivery)} dalam{' '}
      {(delivery.durationMs ?? 0).toLocaleString('id-ID')} ms.
    </p>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <div className="min-w-0 sm:col-span-2">
        <dt className="text-sm text-ink-3">Alamat penerima</dt>
        <dd className="font-mono wrap-anywhere">{webhook.url}</dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-ink-3">Status</dt>
        <dd>
          <WebhookStateBadge webhook={webhook} />
          {webhook.disabledReason && (
            <span className="mt-1 block text-sm text-ink-2">{disabledReasons[webhook.disabledReason]}</span>
          )}
          {webhook.enabled && webhook.failingSince && (
            <span className="mt-1 block text-sm text-ink-2">
              Belum ada yang berhasil sejak {formatShortDateTime(webhook.failingSince)}.
            </span>
          )}
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-ink-3">Kejadian</dt>
        <dd>{webhook.events.map((event) => eventLabels[event]).join(', ')}</dd>
      </div>
    </dl>
  )
}
