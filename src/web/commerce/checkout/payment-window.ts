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
