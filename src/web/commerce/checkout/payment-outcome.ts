import type { GiftInput } from '#contract/commerce/commerce.ts'
import type { Transaction, TransactionKind } from '#contract/commerce/transactions.ts'
import { itemLabel } from '#web/commerce/item-paths.ts'
import type { PaymentOutcome } from './checkout-flow.ts'
import type { Notice } from './notice.ts'

/** The payment window's answer, which is only a hint. */
export type PaymentResult = 'success' | 'pending' | 'error' | 'closed'
type Item = { kind: TransactionKind; title: string; items?: readonly object[]; gift?: GiftInput; seats?: number }

/** Shown until the server answers. */
export const statusUnknown: Notice = {
  tone: 'info',
  text: 'Sambungan terputus, jadi status pembayaranmu belum diketahui. Kami periksa lagi sendiri begitu tersambung.',
}

/** Decides after the window closed. `known` is what the server says; null: it could not be asked. */
export function describeOutcome(
  result: PaymentResult,
  known: Pick<Transaction, 'status' | 'instructions'> | null,
  item: Item,
  transactionId: string,
): PaymentOutcome {
  if (result === 'success' || known?.status === 'success')
    // Several things, a gift and seats have a page that says what was bought, for whom, and what to do now.
    return item.gift || item.items || item.seats !== undefined
      ? { type: 'paid-several', transactionId }
      : { type: 'paid', thanks: thanksFor(item) }
  return { type: 'unpaid', notice: describeUnpaid(result, known, item, transactionId) }
}

const failed = 'Payment failed. Please try again.'
const stillOpen = 'Pesananmu masih terbuka dan belum dibayar; tombol di atas melanjutkannya.'

const thanksFor = ({ kind, title }: Item): string =>
  `Pembayaran berhasil. ${itemLabel({ kind })} “${title}” sekarang milikmu.`

function describeUnpaid(
  result: PaymentResult,
  known: Pick<Transaction, 'status' | 'instructions'> | null,
  item: Item,
  transactionId: string,
): Notice {
  if (!known) return { ...statusUnknown, link: 'transactions' }
  if (result === 'pending' || (known.status === 'pending' && known.instructions)) {
    const text = `Menunggu pembayaran. ${itemLabel(item)} terbuka otomatis setelah pembayaran masuk.`
    return { tone: 'info', text, link: 'transactions', transactionId }
  }
  if (result === 'closed')
    return { tone: 'info', text: 'Pembayaran belum selesai. Belum ada biaya yang ditarik.', link: 'transactions' }
  // The window may have failed before anything was tried, such as without a connection.
  if (known.status === 'pending') return { tone: 'error', text: `${failed} ${stillOpen}`, link: 'transactions' }
  return { tone: 'error', text: failed }
}
