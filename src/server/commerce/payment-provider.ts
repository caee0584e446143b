/** What a payment session is opened for. Lines add up to the amount; prices are integers of rupiah. */
export type PaymentOrder = {
  orderId: string
  amountIdr: number
  lines: { id: string; name: string; priceIdr: number }[]
  buyer: { name: string; email: string }
  lifeMinutes: number
  finishUrl: string
}

export type PaymentSession = { token: string; redirectUrl: string }

/** The provider's word about an order, as it stands there now. Statuses are lower-case. */
export type ProviderWord = {
  orderId: string
  transactionId: string
  status: string
  fraud: string | null
  grossAmount: string
  currency: string
  merchantId: string | null
  paymentType: string | null
  /** What went back to the payer so far, in rupiah; null when the provider does not say. */
  refundedIdr: number | null
}

/**
 * What the product needs of a payment provider. Every call asks over the network: it may throw ProviderUnavailable,
 * after which nothing is known. None may be called inside a database transaction.
 */
export type PaymentProvider = {
  /** Asking again for the same order before anything was charged answers a new session and ends the old one. */
  openSession(order: PaymentOrder): Promise<PaymentSession | 'order-already-used'>
  /** 'in-progress': the payer is in the middle of paying. */
  cancelSession(token: string): Promise<'cancelled' | 'in-progress'>
  /** Null: nothing was ever charged for this order, which is neither an error nor a cancellation. */
  readStatus(orderId: string): Promise<ProviderWord | null>
  /** Gives money back. The same key again is the same refund, however often it is asked. */
  refund(refund: { orderId: string; refundKey: string; amountIdr: number; reason: string }): Promise<'done' | 'refused'>
  /** Takes a payment back before the bank has settled it. */
  cancelPayment(orderId: string): Promise<'done' | 'refused'>
  verifySignature(notification: SignedFields): boolean
  /** What the provider keeps of a payment, by its price list. */
  feeIdr(paymentType: string | null, amountIdr: number): number
  merchantId: string | null
  browser: { scriptUrl: string; clientKey: string; origin: string; mode: 'sandbox' | 'live' }
}

export type SignedFields = { order_id: string; status_code: string; gross_amount: string; signature_key: string }

/** The provider did not answer, or not in its own language. Carries no keys and no bodies: it is logged. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
