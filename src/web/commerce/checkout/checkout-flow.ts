import { failureCode, failureStatus, fieldErrors, serverMessage } from '#contract/client.ts'
import { isNetworkFailure } from '#web/identity/api.ts'
import { commerceText } from '#web/commerce/text.ts'
import type { Notice } from './notice.ts'

export type CheckoutState =
  | { step: 'idle'; notice?: Notice }
  | { step: 'processing'; notice?: Notice }
  | { step: 'payment-window'; token: string }

/** The server's answer to an order. */
type Ordered = { token: string | null; transactionId: string | null; redirectUrl: string | null }

export type PaymentOutcome =
  | { type: 'paid'; thanks: string }
  | { type: 'paid-several'; transactionId: string }
  | { type: 'unpaid'; notice: Notice }

export type CheckoutEvent =
  | { type: 'pressed' }
  | { type: 'signed-in' }
  | { type: 'sign-in-declined' }
  | { type: 'ordered'; answer: Ordered }
  | { type: 'script-missing' }
  | { type: 'window-opened'; token: string }
  | { type: 'status-unknown'; notice: Notice }
  | PaymentOutcome
  /** The page that follows is shown. */
  | { type: 'arrived' }
  | { type: 'failed'; error: unknown }

/** The next action. `open-owned` shows what the user owns now, and `thanks` for a payment. */
export type CheckoutDue =
  | { type: 'sign-in' }
  | { type: 'order' }
  | { type: 'show-order'; transactionId: string }
  | { type: 'pay'; token: string; transactionId: string }
  | { type: 'open-owned'; thanks?: string }
  | { type: 'reload-page' }
  | null

type Step = { after: CheckoutState; due: CheckoutDue }

const idle: CheckoutState = { step: 'idle' }
const stop = (text: string, due: CheckoutDue = null): Step => ({
  after: { step: 'idle', notice: { tone: 'error', text } },
  due,
})

/** Idle → processing → payment window → idle, with a sign-in when needed. */
export function followCheckout(before: CheckoutState, event: CheckoutEvent): Step {
  switch (event.type) {
    case 'pressed':
      // A second press, while the first still runs.
      if (before.step !== 'idle') return { after: before, due: null }
      return { after: { step: 'processing' }, due: { type: 'sign-in' } }
    case 'signed-in':
      return { after: before, due: { type: 'order' } }
    case 'ordered':
      return afterOrder(before, event.answer)
    case 'script-missing':
      return stop(commerceText.scriptMissing)
    case 'window-opened':
      return { after: { step: 'payment-window', token: event.token }, due: null }
    case 'status-unknown':
      return { after: { step: 'processing', notice: event.notice }, due: null }
    case 'paid':
      return { after: before, due: { type: 'open-owned', thanks: event.thanks } }
    case 'paid-several':
      return { after: before, due: { type: 'show-order', transactionId: event.transactionId } }
    case 'unpaid':
      return { after: { step: 'idle', notice: event.notice }, due: null }
    case 'failed':
      return afterFailure(before, event.error)
    default:
      return { after: idle, due: null }
  }
}

function afterOrder(before: CheckoutState, { token, transactionId, redirectUrl }: Ordered): Step {
  // A payment by hand has a page that says how.
  if (token === null && transactionId && redirectUrl !== null)
    return { after: before, due: { type: 'show-order', transactionId } }
  // Nothing to pay, because of a promo code or because the item is free now.
  if (token === null && redirectUrl === null) return { after: before, due: { type: 'open-owned' } }
  if (!token || !transactionId) return stop(commerceText.tokenMissing)
  return { after: before, due: { type: 'pay', token, transactionId } }
}

function afterFailure(before: CheckoutState, error: unknown): Step {
  const code = failureCode(error)
  if (code === 'ALREADY_ENROLLED') return { after: before, due: { type: 'open-owned' } }
  const fields = fieldErrors(error)
  const [first] = Object.values(fields)
  const text =
    first ??
    serverMessage(error) ??
    `${commerceText.checkoutFailed}${isNetworkFailure(error) ? ` ${commerceText.unreached}` : ''}`
  return {
    after: { step: 'idle', notice: { tone: 'error', text, ...(first !== undefined && { fields }) } },
    // Something is not as the page shows it: it then shows what applies now, beside the message.
    due: failureStatus(error) === 409 ? { type: 'reload-page' } : null,
  }
}
