import * as z from 'zod/mini'
import { payoutStates } from './payout-states.ts'
import { transferStates } from './transfer-states.ts'

/** Kinds of items for sale. */
export const itemKinds = ['course', 'ebook'] as const
export type ItemKind = (typeof itemKinds)[number]

/** Kinds of transactions: one item, a bundle of items, the courses of a path, a cart, or seats of a team. */
export const transactionKinds = [...itemKinds, 'bundle', 'path', 'cart', 'team'] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** How a transaction is paid: at the online provider, or by hand with a bank transfer or a static QRIS picture. */
export const paymentMethods = ['card', 'transfer', 'qris'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The status that the API reports; derived from the state. */
export const transactionStatuses = ['success', 'pending', 'other'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** The states of a transaction; `status` summarises them. */
export const transactionStates = [
  'created',
  'pending',
  'review',
  'paid',
  'partially_refunded',
  'expired',
  'cancelled',
  /** Written by nothing: a failed attempt leaves its order open. Stays, because integrations were told of it. */
  'failed',
  'refunded',
  'chargeback',
  /** The bank took the payment back after it was settled, and may settle it again. */
  'reversed',
] as const

export type TransactionState = (typeof transactionStates)[number]

/** Why staff look at a transaction. */
export const paymentAlerts = [
  'other-order',
  'amount',
  'currency',
  'merchant',
  'challenge',
  'denied-when-paid',
  'reversed',
  'chargeback',
  'unknown-status',
] as const
export type PaymentAlert = (typeof paymentAlerts)[number]

export function publicStatus(state: TransactionState): TransactionStatus {
  if (state === 'paid' || state === 'partially_refunded') return 'success'
  if (state === 'created' || state === 'pending' || state === 'review') return 'pending'
  return 'other'
}

/** How a pending payment is made; null is what the method does not have. */
const paymentInstructions = z.object({
  /** "Virtual account BCA" */
  method: z.string(),
  /** Virtual account number, bill key or payment code. */
  number: z.nullable(z.string()),
  billerCode: z.nullable(z.string()),
  /** An SVG path and the side of its view box. */
  qr: z.nullable(z.object({ size: z.number(), dark: z.string() })),
  payBefore: z.nullable(z.string()),
})
export type PaymentInstructions = z.infer<typeof paymentInstructions>

export const transaction = z.object({
  _id: z.string(),
  kind: z.enum(transactionKinds),
  /** The name in a list: the title of the item or the bundle, or the first of a cart and how many more. */
  title: z.string(),
  /** Null until paid: gapless numbers are assigned only to completed sales. */
  invoiceId: z.nullable(z.string()),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  method: z.enum(paymentMethods),
  /** The amount to pay, in rupiah. */
  amount: z.number(),
  /** Part of the amount of a payment by hand, by which it is recognized; 0 otherwise. */
  uniqueCode: z.number(),
  /** Returned so far, in rupiah. */
  refunded: z.number(),
  promoCode: z.nullable(z.string()),
  /** Opened in a sale: while it is open it keeps its price. */
  inSale: z.boolean(),
  /** The discount of the promo code, in rupiah. */
  promoDiscount: z.number(),
  /** The payment URL of a pending transaction; null otherwise. */
  paymentUrl: z.nullable(z.string()),
  /** Null until the payer has chosen a method of paying later, and again once the payment is no longer pending. */
  instructions: z.nullable(paymentInstructions),
  /** Payments by hand: where the exact amount is sent, and the state of the proof. Null for other payments. */
  transfer: z.nullable(
    z.object({
      state: z.enum(transferStates),
      bank: z.nullable(z.string()),
      number: z.nullable(z.string()),
      holder: z.nullable(z.string()),
      /** The static QRIS picture. */
      picture: z.nullable(z.string()),
      proofAt: z.nullable(z.string()),
      /** Why the last proof was refused. */
      sentence: z.nullable(z.string()),
      /** Within how many hours a proof is usually checked, where the owner says so. */
      proofHours: z.optional(z.number()),
    }),
  ),
  /** Refunds of a payment by hand, as they are sent by hand, oldest first. One that failed is followed by another try. */
  refundTransfers: z.array(
    z.object({
      _id: z.string(),
      amount: z.number(),
      state: z.enum(payoutStates),
      /** The bank and the last digits; null until the buyer has said where to. */
      account: z.nullable(z.string()),
      /** The reference of the bank, or why it failed. */
      reference: z.nullable(z.string()),
      /** True when there is a picture of the bank's confirmation. */
      hasProof: z.boolean(),
      createdAt: z.string(),
      decidedAt: z.nullable(z.string()),
    }),
  ),
  /** True when the buyer has said where refunds are sent to by hand. */
  hasRefundAccount: z.boolean(),
  /** Everything that was bought, with titles and prices of then. `amount` is what was paid for it; the amounts add up to that of the transaction. */
  items: z.array(
    z.object({
      lineId: z.string(),
      kind: z.enum(itemKinds),
      _id: z.string(),
      title: z.string(),
      thumbnail: z.string(),
      price: z.number(),
      /** The amount is the price without the two discounts, with the unique code of a payment by hand. */
      discount: z.number(),
      promoDiscount: z.number(),
      uniqueCode: z.number(),
      amount: z.number(),
      refunded: z.number(),
      bundleId: z.nullable(z.string()),
      /** The bundle that it was bought with, by its title of then. */
      bundle: z.nullable(z.object({ title: z.string() })),
      pathId: z.nullable(z.string()),
      /** The same for a path. */
      path: z.nullable(z.object({ title: z.string() })),
    }),
  ),
  /** Null unless it was bought as a gift. */
  gift: z.nullable(
    z.object({
      email: z.string(),
      name: z.string(),
      sendOn: z.nullable(z.string()),
      sentAt: z.nullable(z.string()),
      claimedAt: z.nullable(z.string()),
    }),
  ),
  /** Null unless seats of a team were bought. */
  team: z.nullable(
    z.object({
      /** Null until it is paid. */
      teamId: z.nullable(z.string()),
      seats: z.number(),
      name: z.string(),
      /** The tax number, 15 or 16 digits. */
      npwp: z.nullable(z.string()),
    }),
  ),
  /** The last request for a refund; `sentence` is what staff answered. */
  refundRequest: z.nullable(
    z.object({ state: z.enum(['open', 'approved', 'refused']), sentence: z.nullable(z.string()) }),
  ),
  /** True when a refund can be asked for now, as far as payment and time are concerned. */
  canAskRefund: z.boolean(),
  /** For a single item, the purchased item with title and price at the time of purchase: the one that `kind` names, the other is null; both are null for a bundle, a path and a cart. */
  course: z.nullable(
    z.object({
      _id: z.string(),
      title: z.string(),
      price: z.number(),
      thumbnail: z.string(),
      details: z.array(z.object({ _id: z.string(), title: z.string() })),
    }),
  ),
  ebook: z.nullable(z.object({ _id: z.string(), title: z.string(), price: z.number(), thumbnailUrl: z.string() })),
  user: z.object({ name: z.string(), email: z.string() }),
})
export type Transaction = z.infer<typeof transaction>

export const invoice = z.extend(transaction, {
  seller: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    taxNumber: z.string(),
  }),
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  /** The payment provider's own fee that the buyer paid on top of the total; it is no income of the seller. */
  providerFee: z.number(),
  /** Value added tax included in the total, if the seller charges it: base and tax add up to the total. */
  taxBase: z.number(),
  tax: z.number(),
  /** Receipts above Rp 5.000.000 are subject to stamp duty. */
  stampDutyDue: z.boolean(),
  /** The amount refunded so far. */
  refunded: z.number(),
  /** The provider's name of the payment method; null before the first attempt. */
  paymentMethod: z.nullable(z.string()),
  /** The provider's order id, for support requests. */
  orderId: z.string(),
  /** The total in Indonesian words. */
  totalInWords: z.string(),
})
export type Invoice = z.infer<typeof invoice>
