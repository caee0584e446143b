import { failureStatus } from '#contract/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { startPolling } from '#web/kit/ui/behaviour/polling.ts'
import type { PaymentResult } from './payment-outcome.ts'

export { describeOutcome, statusUnknown } from './payment-outcome.ts'

/** The part of the provider's script that we use. */
type Snap = {
  pay(
    token: string,
    callbacks: {
      onSuccess: () => void
      onPending: () => void
      onError: () => void
      onClose: () => void
      language: 'id'
    },
  ): void
  hide?(): void
}

declare global {
  interface Window {
    snap?: Snap
  }
}

export type PaymentScript = { scriptUrl: string; clientKey: string }

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

const schedule = { intervalMs: 1_000, maxIntervalMs: 30_000, deadlineMs: 10 * minuteMs }

/**
 * Only the server knows the outcome of a payment, so a lost connection says nothing about it: requests again, at once when the device is
 * online, until there is a response. Null when it is a rejection, and after ten minutes.
 */
export const untilKnown = <Answer>(request: () => Promise<Answer>, onUnknown: () => void): Promise<Answer | null> =>
  new Promise((resolve) => {
    const stop = startPolling({
      schedule,
      async request() {
        try {
          resolve(await request())
          return 'done'
        } catch (error) {
          const status = failureStatus(error)
          // A rejection that stays, such as when the session has ended meanwhile.
          if (status !== null && status < 500 && status !== 429) {
            resolve(null)
            return 'done'
          }
          onUnknown()
          return 'failed'
        }
      },
      onDeadline() {
        stop()
        resolve(null)
      },
    })
  })

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
