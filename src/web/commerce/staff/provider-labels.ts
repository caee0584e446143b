import { transactionStates, type TransactionState } from '#contract/commerce/transactions.ts'
import { transactionStateLabels } from '#contract/commerce/labels.ts'

// Labels of the provider's statuses. A status without a label is shown as it is.
const statuses: Readonly<Record<string, string>> = {
  pending: 'Menunggu pembayaran',
  authorize: 'Dana kartu ditahan',
  capture: 'Pembayaran kartu berhasil',
  settlement: 'Dana diterima',
  deny: 'Pembayaran ditolak',
  failure: 'Pembayaran gagal',
  expire: 'Kedaluwarsa',
  cancel: 'Dibatalkan',
  refund: 'Dana dikembalikan',
  partial_refund: 'Dana dikembalikan sebagian',
  chargeback: 'Ditarik bank',
  partial_chargeback: 'Ditarik bank sebagian',
}

// The provider's check for fraud.
const checks: Readonly<Record<string, string>> = {
  accept: 'lolos pemeriksaan',
  challenge: 'perlu diperiksa',
  deny: 'tidak lolos pemeriksaan',
}

type Reported = { status: string | null; fraud: string | null }

/** The provider status of a payment: "Pembayaran kartu berhasil, lolos pemeriksaan". Null when there is none. */
export function providerStatusLabel({ status, fraud }: Reported): string | null {
  const parts = [status && (statuses[status] ?? status), fraud && (checks[fraud] ?? fraud)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

/** The same as the provider's own values, for its support. */
export const providerValues = ({ status, fraud }: Reported): string => [status, fraud].filter(Boolean).join(' · ')

const isState = (outcome: string): outcome is TransactionState =>
  (transactionStates as readonly string[]).includes(outcome)

/** Outcome of a notification: the state that the transaction got by it, or why it got none. */
export function outcomeLabel(outcome: string | null): string {
  if (outcome === null) return 'diproses'
  if (outcome === 'unchanged') return 'tidak mengubah status'
  if (outcome === 'unknown-order') return 'pesanan tidak dikenal'
  return isState(outcome) ? `status menjadi ${transactionStateLabels[outcome]}` : outcome
}
