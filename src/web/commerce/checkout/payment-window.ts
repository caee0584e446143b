import { failureStatus } from '#contract/kit/client.ts'
import type { Transaction } from '#contract/commerce/commerce.ts'
import { itemLabel } from '#web/commerce/item-paths.ts'
import type { BuyableItem, Notice } from './use-checkout.ts'

/** The part of the provider's script that we use. */
type Snap = {
  pay(token: string, callbacks: { onSuccess: () => void; onPending: () => void; onError: () => void; onClose: () => void; language: 'id' }): void
  hide?(): void
}

declare global {
  interface Window {
    snap?: Snap
  }
}

export type PaymentScript = { scriptUrl: string; clientKey: string }
export type PaymentResult = 'success' | 'pending' | 'error' | 'closed'

let loading: Promise<boolean> | null = null

/** Loads the script of the provider on first use, at most once per page load. Returns false when loading fails. */
export function preparePayment({ scriptUrl, clientKey }: PaymentScript): Promise<boolean> {
  if (window.snap) return Promise.resolve(true)
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.dataset.clientKey = clientKey
    script.onload = () => resolve(window.snap !== undefined)
    script.onerror = () => {
      // The next call tries again.
      loading = null
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
  return loading
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000
const askForMs = 10 * 60_000

/**
 * What a payment came to is known to the server only, so a lost connection says nothing about it: asks again, at once when the device is online,
 * until there is an answer. Null when it is refused, and after ten minutes.
 */
export async function untilKnown<Answer>(ask: () => Promise<Answer>, onUnknown: () => void): Promise<Answer | null> {
  const until = Date.now() + askForMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await ask()
    } catch (error) {
      const status = failureStatus(error)
      // Answered, but with a refusal that stays: such as when the session has ended meanwhile.
      if (status !== null && status < 500 && status !== 429) return null
      onUnknown()
    }
    if (Date.now() > until) return null
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        removeEventListener('online', done)
        resolve()
      }
      const timer = setTimeout(done, pauseMs)
      addEventListener('online', done)
    })
  }
}

/** Opens the payment window. Its result is only a hint: the server reads the status from the provider. */
export function openPaymentWindow(token: string): Promise<PaymentResult> {
  const { snap } = window
  if (!snap) return Promise.resolve('error')
  return new Promise((resolve) => {
    snap.pay(token, {
      onSuccess: () => resolve('success'),
      onPending: () => resolve('pending'),
      onError: () => resolve('error'),
      onClose: () => resolve('closed'),
      language: 'id',
    })
  })
}

/** Shown until the server answers. */
export const statusUnknown: Notice = {
  tone: 'info',
  text: 'Sambungan terputus, jadi status pembayaranmu belum diketahui. Kami periksa lagi sendiri begitu tersambung.',
}

/** What is said after the window closed without a payment. `known` is what the server says; null: it could not be asked. */
export function describeUnpaid(
  result: PaymentResult,
  known: Pick<Transaction, 'status' | 'instructions'> | null,
  item: Pick<BuyableItem, 'kind'>,
  transactionId: string,
): Notice {
  if (!known) return { ...statusUnknown, link: 'transactions' }
  if (result === 'pending' || (known.status === 'pending' && known.instructions)) {
    const text = `Menunggu pembayaran. ${itemLabel(item)} terbuka otomatis setelah pembayaran masuk.`
    return { tone: 'info', text, link: 'transactions', transactionId }
  }
  if (result === 'closed') return { tone: 'info', text: 'Pembayaran belum selesai. Belum ada biaya yang ditarik.', link: 'transactions' }
  return { tone: 'error', text: 'Payment failed. Please try again.' }
}
