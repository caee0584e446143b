import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { WebhookDisabledReason } from '#contract/integrations/webhooks.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

type Disabled = { endpointId: string; url: string; reason: Exclude<WebhookDisabledReason, 'admin'>; publicUrl: string }

const reasons = {
  gone: 'Penerimanya menjawab 410 (sudah tidak ada), jadi pengirimannya dihentikan.',
  failing: 'Semua pengiriman ke alamat itu gagal selama lima hari, jadi pengirimannya dihentikan.',
}

/** Only the host of the URL is mailed: the path of a webhook often contains a token. */
export const webhookDisabledMessage = ({ endpointId, url, reason, publicUrl }: Disabled): MailMessage => ({
  subject: 'Webhook dimatikan',
  paragraphs: [
    `Webhook ke ${new URL(url).host} dimatikan otomatis. ${reasons[reason]}`,
    'Perbaiki penerimanya, kirim uji coba, lalu aktifkan lagi.',
  ],
  action: { label: 'Buka webhook', url: publicUrl + staffPaths.webhook({ webhookId: endpointId }) },
})
