import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { NetworkFailure } from '#web/identity/api.ts'
import { followCheckout, type CheckoutEvent, type CheckoutState } from './checkout-flow.ts'
import type { Notice } from './notice.ts'

const idle: CheckoutState = { step: 'idle' }
const processing: CheckoutState = { step: 'processing' }
const open: CheckoutState = { step: 'payment-window', token: 'token' }
const info: Notice = { tone: 'info', text: 'Pembayaran belum selesai.' }
const told = (text: string): CheckoutState => ({ step: 'idle', notice: { tone: 'error', text } })
const ordered = (changes: object): CheckoutEvent => ({
  type: 'ordered',
  answer: { token: null, transactionId: null, redirectUrl: null, ...changes },
})
const rejected = (
  code: string,
  message: string,
  { status = 409, ...data }: { status?: number; errors?: object } = {},
): CheckoutEvent => ({
  type: 'failed',
  error: new ORPCError(code, { defined: true, status, message, data }),
})

test.each<[string, CheckoutState, CheckoutEvent, CheckoutState, unknown]>([
  ['asks for a sign-in first', idle, { type: 'pressed' }, processing, { type: 'sign-in' }],
  ['drops the notice of the last one', told('Gagal'), { type: 'pressed' }, processing, { type: 'sign-in' }],
  ['begins once while it is processed', processing, { type: 'pressed' }, processing, null],
  ['begins once while its window is open', open, { type: 'pressed' }, open, null],
  ['orders after the sign-in', processing, { type: 'signed-in' }, processing, { type: 'order' }],
  ['ends silently without a sign-in', processing, { type: 'sign-in-declined' }, idle, null],
  [
    'pays online in the window',
    processing,
    ordered({ token: 'token', transactionId: 'order', redirectUrl: 'https://pay.example' }),
    processing,
    { type: 'pay', token: 'token', transactionId: 'order' },
  ],
  [
    'paid by hand shows the page that says how',
    processing,
    ordered({ transactionId: 'order', redirectUrl: '/bayar' }),
    processing,
    { type: 'show-order', transactionId: 'order' },
  ],
  ['of nothing to pay opens what is owned', processing, ordered({}), processing, { type: 'open-owned' }],
  [
    'fully discounted opens what is owned',
    processing,
    ordered({ transactionId: 'order' }),
    processing,
    { type: 'open-owned' },
  ],
  [
    'without a token says so',
    processing,
    ordered({ redirectUrl: 'https://pay.example' }),
    told('Token pembayaran tidak ditemukan.'),
    null,
  ],
  [
    'without a transaction says so',
    processing,
    ordered({ token: 'token' }),
    told('Token pembayaran tidak ditemukan.'),
    null,
  ],
  [
    'without the script of the provider says so',
    processing,
    { type: 'script-missing' },
    told('Payment system not loaded. Please refresh the page.'),
    null,
  ],
  ['shows its window', processing, { type: 'window-opened', token: 'token' }, open, null],
  [
    'whose status is unknown says so, and goes on',
    open,
    { type: 'status-unknown', notice: info },
    { step: 'processing', notice: info },
    null,
  ],
  [
    'that is paid opens what is owned and thanks',
    open,
    { type: 'paid', thanks: 'Terima kasih' },
    open,
    { type: 'open-owned', thanks: 'Terima kasih' },
  ],
  [
    'of several things or a gift that is paid shows what was bought',
    open,
    { type: 'paid-several', transactionId: 'order' },
    open,
    { type: 'show-order', transactionId: 'order' },
  ],
  ['that is unpaid says why', open, { type: 'unpaid', notice: info }, { step: 'idle', notice: info }, null],
  ['ends on the page that follows', open, { type: 'arrived' }, idle, null],
  [
    'of what is owned already opens it',
    processing,
    rejected('ALREADY_ENROLLED', 'Anda sudah terdaftar di kelas ini.'),
    processing,
    { type: 'open-owned' },
  ],
  [
    'at another price says so and shows the price',
    processing,
    rejected('PRICE_CHANGED', 'Harganya baru saja berubah.'),
    told('Harganya baru saja berubah.'),
    { type: 'reload-page' },
  ],
  [
    'of a cart that changed says so and shows what is in it now',
    processing,
    rejected('CART_CHANGED', 'Isi keranjangmu berubah.'),
    told('Isi keranjangmu berubah.'),
    { type: 'reload-page' },
  ],
  [
    'with a refused field says what is wrong with it, and with which',
    processing,
    rejected('GIFT_REJECTED', 'Periksa lagi isian yang ditandai.', {
      status: 422,
      errors: { 'gift.email': 'Email tidak valid' },
    }),
    {
      step: 'idle',
      notice: { tone: 'error', text: 'Email tidak valid', fields: { 'gift.email': 'Email tidak valid' } },
    },
    null,
  ],
  [
    'without a connection says so after the sentence of every failure',
    processing,
    { type: 'failed', error: new NetworkFailure('Failed to fetch') },
    told('Terjadi kesalahan saat checkout. Sambungan terputus, belum ada yang dibayar. Coba lagi nanti.'),
    null,
  ],
  [
    'that the server breaks fails in plain words',
    processing,
    { type: 'failed', error: new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 }) },
    told('Terjadi kesalahan saat checkout.'),
    null,
  ],
  [
    'that fails in its window ends, too',
    open,
    { type: 'failed', error: new Error('broken') },
    told('Terjadi kesalahan saat checkout.'),
    null,
  ],
])('a checkout %s', (_, before, event, after, due) => {
  expect(followCheckout(before, event)).toEqual({ after, due })
})
