import type { PaymentMethod } from '#contract/commerce/transactions.ts'

/** The order of a payment session. The lines add up to the amount; prices are whole rupiah. */
export type PaymentOrder = {
  orderId: string
  amountIdr: number
  lines: { id: string; name: string; priceIdr: number }[]
  buyer: { name: string; email: string }
  lifeMinutes: number
  finishUrl: string
}

export type PaymentSession = { token: string; redirectUrl: string }

/** How a pending payment is made. Times are ISO 8601 in UTC; null is what the method does not have. */
export type ReportedInstructions = {
  paymentType: string
  /** The bank of a virtual account, or the store of a payment code. */
  bank: string | null
  /** Virtual account number, bill key or payment code. */
  number: string | null
  billerCode: string | null
  qrText: string | null
  payBefore: string | null
  /** For payments by hand: the owner of the account, and the path of a picture to pay with. Absent in what earlier versions stored. */
  holder?: string | null
  picture?: string | null
}

/** The current status of an order at the provider, in lower case. */
export type ProviderStatus = {
  orderId: string
  transactionId: string
  status: string
  fraud: string | null
  /** The amount asked for, in rupiah, without a fee that the provider added for the buyer; null when it is no whole number. */
  amountIdr: number | null
  /** The provider's fee that the buyer paid on top. */
  buyerFeeIdr: number
  currency: string
  merchantId: string | null
  paymentType: string | null
  /** Refunded so far, in rupiah; null when the provider does not report it. */
  refundedIdr: number | null
  /** Null unless a payment by another method than a card is pending. */
  instructions: ReportedInstructions | null
}

/**
 * The interface of every way of paying: the online provider, and payments that an admin confirms. A call uses the network and may throw
 * ProviderUnavailable, after which the outcome is unknown. None may be called inside a database transaction.
 */
export type OrderProvider = {
  /** A second call for the same order before any charge returns a new session and ends the old one. */
  openSession(order: PaymentOrder): Promise<PaymentSession | 'order-already-used'>
  /** 'in-progress': a payment was started. */
  cancelSession(token: string): Promise<'cancelled' | 'in-progress'>
  /** Null: no charge was ever started for this order, which is neither an error nor a cancellation. */
  readStatus(orderId: string): Promise<ProviderStatus | null>
  /** Refunds a payment. Idempotent per key. */
  refund(refund: { orderId: string; refundKey: string; amountIdr: number; reason: string }): Promise<'done' | 'refused'>
  /** Cancels a pending payment, or voids one that the bank has not settled yet. */
  cancelPayment(orderId: string): Promise<'done' | 'refused'>
  /** Accepts a card payment that the provider's fraud check holds; 'refused' for any other payment. */
  approveChallenge(orderId: string): Promise<'done' | 'refused'>
  /** The provider's fee for a payment, by its price list. */
  feeIdr(paymentType: string | null, amountIdr: number): number
  merchantId: string | null
}

/** The online provider, which notifies of what happens to an order. */
export type PaymentProvider = OrderProvider & {
  /** True when the provider accepts the keys of this installation, asked with the status of an order that cannot exist. */
  checkKeys(): Promise<'accepted' | 'rejected'>
  verifySignature(notification: SignedFields): boolean
  browser: { scriptUrl: string; clientKey: string; origin: string; mode: 'sandbox' | 'live' }
}

/** The providers of an installation. */
export type Payments = { online: PaymentProvider; of(method: PaymentMethod): OrderProvider }

export type SignedFields = { order_id: string; status_code: string; gross_amount: string; signature_key: string }

/** The provider did not respond, or its response is invalid. It is logged, so it contains no keys or bodies. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
