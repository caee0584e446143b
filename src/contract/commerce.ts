import * as z from 'zod/mini'
import { answer, id, providerEndpoint, publicEndpoint, signedInEndpoint } from './endpoint.ts'

/** What is sold. */
export const itemKinds = ['course', 'ebook'] as const
export type ItemKind = (typeof itemKinds)[number]

/** What the public sees of a transaction's state. */
export const transactionStatuses = ['success', 'pending', 'other'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** The whole truth about a transaction, which `status` sums up. */
export const transactionStates = [
  'created',
  'pending',
  'review',
  'paid',
  'partially_refunded',
  'expired',
  'cancelled',
  'failed',
  'refunded',
  'chargeback',
] as const
export type TransactionState = (typeof transactionStates)[number]

export function publicStatus(state: TransactionState): TransactionStatus {
  if (state === 'paid' || state === 'partially_refunded') return 'success'
  if (state === 'created' || state === 'pending' || state === 'review') return 'pending'
  return 'other'
}

export const transaction = z.object({
  _id: z.string(),
  kind: z.enum(itemKinds),
  /** Null until paid: numbers without gaps are given only to what was really sold. */
  invoiceId: z.nullable(z.string()),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** What is paid, in rupiah. */
  amount: z.number(),
  promoCode: z.nullable(z.string()),
  /** What the promo code took off, in rupiah. */
  promoDiscount: z.number(),
  /** Where a pending one can still be paid; null otherwise. */
  paymentUrl: z.nullable(z.string()),
  /** What was bought, as it was called and priced then: the one of the two that `kind` names, the other is null. */
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
  seller: z.object({ name: z.string(), address: z.string(), email: z.string(), phone: z.string(), taxNumber: z.string() }),
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  /** Value added tax inside the total, where the seller charges it: base and tax add up to the total. */
  taxBase: z.number(),
  tax: z.number(),
  /** Receipts above Rp 5.000.000 are subject to stamp duty. */
  stampDutyDue: z.boolean(),
  /** What went back to the buyer so far. */
  refunded: z.number(),
  /** As the provider names it; null until something was tried. */
  paymentMethod: z.nullable(z.string()),
  /** What the provider calls the transaction: for questions about the payment. */
  orderId: z.string(),
  /** The total in Indonesian words. */
  totalInWords: z.string(),
})
export type Invoice = z.infer<typeof invoice>

const promoCode = z.optional(z.string().check(z.trim(), z.maxLength(40, 'Kode promo tidak valid.')))

/** One course or one e-book. */
export const checkoutInput = z.object({ courseId: z.optional(id), ebookId: z.optional(id), promoCode }).check(
  z.refine(({ courseId, ebookId }) => (courseId === undefined) !== (ebookId === undefined), {
    error: 'Pilih satu kelas atau satu e-book',
    path: ['courseId'],
  }),
)
export type CheckoutInput = z.infer<typeof checkoutInput>

export const quote = z.object({
  listPrice: z.number(),
  /** What the item's own discount takes off. */
  discount: z.number(),
  /** What the promo code takes off after that. */
  promoDiscount: z.number(),
  total: z.number(),
})
export type Quote = z.infer<typeof quote>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
/** One answer for codes that are unknown, over, used up or for something else: it tells nothing to those who try. */
const invalidPromo = { PROMO_INVALID: { status: 422, message: 'Kode promo tidak valid.', data: fieldErrors } } as const

export const checkoutAnswer = z.object({
  /** The provider's payment token; null when nothing is left to pay. */
  token: z.nullable(z.string()),
  /** Null for what is free: access is given without a transaction. */
  transactionId: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
})

/** Field names and string types are the provider's; new fields are promised, so the rest passes through unread. */
export const paymentNotification = z.looseObject({
  order_id: z.string().check(z.maxLength(50)),
  status_code: z.string().check(z.maxLength(10)),
  gross_amount: z.string().check(z.maxLength(20)),
  signature_key: z.string().check(z.maxLength(200)),
  transaction_status: z.string().check(z.maxLength(50)),
  transaction_id: z.optional(z.string().check(z.maxLength(100))),
  fraud_status: z.optional(z.string().check(z.maxLength(50))),
})
export type PaymentNotification = z.infer<typeof paymentNotification>

export const commerceContract = {
  checkout: signedInEndpoint
    .route({ method: 'POST', path: '/checkout', summary: 'Open a transaction for a course or an e-book, and its payment session' })
    .input(checkoutInput)
    .output(answer(checkoutAnswer))
    .errors({
      ...invalidPromo,
      ALREADY_ENROLLED: { status: 409, message: 'Anda sudah terdaftar di kelas ini.' },
      UNDER_REVIEW: { status: 409, message: 'Pembayaran untuk kelas ini sedang diperiksa. Tunggu sebentar, ya.' },
      PAYMENT_UNAVAILABLE: { status: 503, message: 'Layanan pembayaran sedang sibuk. Belum ada biaya yang ditarik, coba lagi sebentar lagi.' },
    }),
  quote: publicEndpoint
    .route({ method: 'POST', path: '/checkout/quote', summary: 'What a course or an e-book costs, with a promo code or without' })
    .input(checkoutInput)
    .output(answer(quote))
    .errors(invalidPromo),
  listMyTransactions: signedInEndpoint
    .route({ method: 'GET', path: '/my-transaction', summary: 'My transactions, newest first' })
    .output(answer(z.array(transaction))),
  showMyTransaction: signedInEndpoint
    .route({ method: 'GET', path: '/my-transaction/{id}', summary: 'One transaction with everything its invoice shows' })
    .input(z.object({ id }))
    .output(answer(invoice)),
  refreshMyTransaction: signedInEndpoint
    .route({ method: 'POST', path: '/my-transaction/{id}/refresh', summary: 'Ask the provider again how a transaction stands' })
    .input(z.object({ id }))
    .output(answer(transaction)),
  resendReceipt: signedInEndpoint
    .route({
      method: 'POST',
      path: '/my-transaction/{id}/receipt',
      summary: 'Mail the receipt of a paid transaction once more, to the address it was bought with',
    })
    .input(z.object({ id }))
    .output(answer(z.object({ email: z.string() })))
    .errors({ NOT_PAID: { status: 409, message: 'Bukti pembayaran dikirim setelah pembayaran masuk.' } }),
  receiveNotification: providerEndpoint
    .route({ method: 'POST', path: '/payments/notification', summary: 'The payment provider reports a change' })
    .input(paymentNotification)
    .output(answer(z.object({ received: z.literal(true) })))
    .errors({ BAD_SIGNATURE: { status: 403, message: 'Signature does not match.' } }),
}
