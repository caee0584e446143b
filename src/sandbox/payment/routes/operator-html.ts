import { html } from 'hono/html'
import { type Chaos, noChaos, chaosChoices } from '#sandbox/payment/payments/chaos.ts'
import type { OrderView, PaymentSandboxControl, WebhookLogEntry } from '#sandbox/payment/control.ts'
import { jakartaTime } from '#sandbox/payment/payments/jakarta-time.ts'
import type { SandboxContext } from '#sandbox/payment/context.ts'
import { chaosNames } from './chaos-form.ts'

const maximumRows = 100
const actionLabels = {
  pay: 'Bayar',
  'pay-later': 'Bayar nanti',
  deny: 'Tolak',
  settle: 'Settle',
  expire: 'Kedaluwarsa',
  cancel: 'Batalkan',
  approve: 'Setujui',
  refund: 'Refund',
  chargeback: 'Chargeback',
  reverse: 'Batal oleh bank',
  restore: 'Selesaikan lagi',
} as const
type Action = keyof typeof actionLabels

export function operatorHtml(sandbox: SandboxContext, control: PaymentSandboxControl, message: string) {
  const base = `${sandbox.prefix}/_sim`
  return html`<!doctype html>
<html lang="id"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Operator Pembayaran Sandbox</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${sandbox.prefix}/snap/assets/operator.css">
</head><body><main>
<h1>Operator Pembayaran Sandbox</h1>
<p>Ini sisi penyedia pembayaran yang disimulasikan. Tidak ada uang sungguhan.</p>
${message ? html`<p class="message" role="alert">${message}</p>` : ''}
${clock(base, control)}
${orders(base, control.listOrders().toReversed().slice(0, maximumRows))}
${webhooks(base, control.webhookLog().toReversed().slice(0, maximumRows))}
${chaos(base, control.chaos())}
</main></body></html>`
}

function clock(base: string, control: PaymentSandboxControl) {
  return html`<section aria-labelledby="clock"><h2 id="clock">Jam sandbox</h2>
<form method="post" action="${base}/clock" class="line"><span>${jakartaTime(control.now())} WIB</span>
<label>Majukan <input name="minutes" type="number" min="0" step="any" value="60" required> menit</label><button>Majukan</button></form></section>`
}

function orders(base: string, list: OrderView[]) {
  if (list.length === 0)
    return html`<section><h2>Pesanan</h2><p>Belum ada pesanan. Mulai satu pembelian di situs, lalu muat ulang halaman ini.</p></section>`
  return html`<section aria-labelledby="orders"><h2 id="orders">Pesanan</h2><div class="scroll" tabindex="0" role="region" aria-labelledby="orders"><table>
<thead><tr><th scope="col">Pesanan</th><th scope="col">Jumlah</th><th scope="col">Status</th><th scope="col">Tindakan</th></tr></thead>
<tbody>${list.map(
    (order) => html`<tr>
<td><a href="${order.redirectUrl}">${order.orderId}</a><br><small>${order.itemNames.join(', ')}</small></td>
<td>Rp ${order.amountIdr.toLocaleString('id-ID')}${order.refundedIdr > 0 ? html`<br><small>dikembalikan Rp ${order.refundedIdr.toLocaleString('id-ID')}</small>` : ''}</td>
<td>${order.status ?? 'belum dibayar'}${order.fraud === 'challenge' ? ' (ditinjau)' : ''}<br><small>${order.paymentType ?? ''} ${order.accountNumber ?? ''} · sesi ${order.session}</small></td>
<td><div class="actions">${possibleActions(order).map((action) => html`<form method="post" action="${base}/orders/${encodeURIComponent(order.orderId)}/${action}"><button>${actionLabels[action]}</button></form>`)}</div></td>
</tr>`,
  )}</tbody></table></div></section>`
}

function possibleActions(order: OrderView): Action[] {
  // Also of a page that could be paid again: a bank may settle after all what it took back.
  const isReversed = order.wasPaid && ['deny', 'failure', 'cancel'].includes(order.status ?? '')
  if (isReversed) return ['restore']
  if (order.session === 'payable') return ['pay', 'pay-later', 'deny', 'expire']
  switch (order.status) {
    case 'pending':
      return ['pay', 'deny', 'expire', 'cancel']
    case 'capture':
      return order.fraud === 'challenge' ? ['approve', 'cancel'] : ['settle', 'cancel', 'chargeback']
    case 'settlement':
      return ['refund', 'chargeback', 'reverse']
    case 'partial_refund':
      return ['refund', 'chargeback']
    default:
      return []
  }
}

function webhooks(base: string, list: WebhookLogEntry[]) {
  return html`<section aria-labelledby="webhooks"><h2 id="webhooks">Notifikasi</h2>
${
  list.length === 0
    ? html`<p>Belum ada notifikasi.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="webhooks"><table>
<thead><tr><th scope="col">Dibuat (WIB)</th><th scope="col">Isi</th><th scope="col">Pengiriman</th><th scope="col">Tindakan</th></tr></thead>
<tbody>${list.map(
        (entry) => html`<tr><td>${jakartaTime(entry.createdAt)}</td>
<td><details><summary>${entry.orderId} · ${String(entry.body['transaction_status'])}</summary><pre>${JSON.stringify(entry.body, null, 2)}</pre></details><small>${entry.url}</small></td>
<td>${delivery(entry)}</td>
<td><form method="post" action="${base}/notifications/${encodeURIComponent(entry.id)}/redeliver"><button>Kirim ulang</button></form></td></tr>`,
      )}</tbody></table></div>`
}</section>`
}

function delivery(entry: WebhookLogEntry): string {
  if (entry.dropped) return 'sengaja hilang'
  const responses = entry.attempts
    .map(({ responseCode, note }) => [responseCode ?? 'tanpa jawaban', note].filter(Boolean).join(' '))
    .join(', ')
  if (entry.nextAttemptAt === null) return responses
  return `${responses || 'belum dikirim'}; berikutnya ${jakartaTime(entry.nextAttemptAt)}`
}

function chaos(base: string, settings: Chaos) {
  return html`<section aria-labelledby="chaos"><h2 id="chaos">Gangguan</h2>
<form method="post" action="${base}/chaos"><label class="field">Hanya untuk pesanan (kosong = semua) <input name="orderId"></label>
<div class="knobs">${chaosNames.map((name) => html`<label class="field">${name} ${knob(name, settings[name])}</label>`)}</div><button>Simpan gangguan</button></form>
<form method="post" action="${base}/chaos/clear"><button>Matikan semua gangguan</button></form></section>`
}

function knob(name: keyof Chaos, value: boolean | number | string) {
  if (typeof noChaos[name] === 'number') return html`<input type="number" min="0" name="${name}" value="${value}">`
  const choices: readonly string[] =
    name in chaosChoices ? chaosChoices[name as keyof typeof chaosChoices] : ['false', 'true']
  return html`<select name="${name}">${choices.map((choice) => html`<option value="${choice}" ${choice === String(value) ? 'selected' : ''}>${choice}</option>`)}</select>`
}
