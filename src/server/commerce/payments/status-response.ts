import * as z from 'zod/mini'
import { ProviderUnavailable, type ProviderStatus, type ReportedInstructions } from './payment-provider.ts'

// Midtrans writes the same field as text or as a number, with decimals or without, or as null, depending on bank and channel.

/** Text, or a number as text; null and absent alike are undefined. */
const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined || value === '' ? undefined : String(value))),
)
/** Any shape of a field that is only shown or optional is absent. */
const absent = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
)
const lenient = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.union([schema, absent]))

export const statusResponse = z.object({
  status_code: text,
  order_id: text,
  transaction_id: text,
  transaction_status: text,
  fraud_status: text,
  gross_amount: text,
  currency: text,
  merchant_id: text,
  payment_type: text,
  refund_amount: text,
  expiry_time: lenient(z.string()),
  va_numbers: lenient(z.array(z.object({ bank: text, va_number: text }))),
  permata_va_number: text,
  biller_code: text,
  bill_key: text,
  store: text,
  payment_code: text,
  qr_string: lenient(z.string()),
  /** Present when the buyer bears the provider's fee: `gross_amount` is then the price and the fee together. */
  metadata: lenient(
    z.object({ extra_info: lenient(z.object({ gross_amount_info: lenient(z.object({ original_amount: text })) })) }),
  ),
})
export type StatusResponse = z.output<typeof statusResponse>

/** @param askedOrderId the order whose status was read */
export function readStatusResponse(response: StatusResponse, askedOrderId: string): ProviderStatus {
  const { order_id, transaction_id, transaction_status, gross_amount } = response
  if (!transaction_id || !transaction_status || !gross_amount)
    throw new ProviderUnavailable(`The status response ${response.status_code} lacks required fields`)
  return {
    // Wallets and some virtual accounts repeat the transaction id as the order id, or leave it out.
    orderId: order_id === undefined || order_id === transaction_id ? askedOrderId : order_id,
    transactionId: transaction_id,
    status: transaction_status.toLowerCase(),
    fraud: response.fraud_status?.toLowerCase() ?? null,
    ...readAmounts(response),
    currency: response.currency?.toUpperCase() ?? 'IDR',
    merchantId: response.merchant_id ?? null,
    paymentType: response.payment_type ?? null,
    refundedIdr: wholeRupiah(response.refund_amount),
    instructions: readInstructions(response),
  }
}

function readAmounts({ gross_amount, metadata }: StatusResponse): Pick<ProviderStatus, 'amountIdr' | 'buyerFeeIdr'> {
  const grossIdr = wholeRupiah(gross_amount)
  const originalIdr = wholeRupiah(metadata?.extra_info?.gross_amount_info?.original_amount)
  // A fee is only ever added: a smaller gross amount means that less than the price was paid.
  if (grossIdr === null || originalIdr === null || originalIdr > grossIdr)
    return { amountIdr: grossIdr, buyerFeeIdr: 0 }
  return { amountIdr: originalIdr, buyerFeeIdr: grossIdr - originalIdr }
}

/** How to pay later. A card that the bank is still verifying needs nothing from the payer. */
function readInstructions(response: StatusResponse): ReportedInstructions | null {
  const {
    transaction_status,
    payment_type,
    va_numbers,
    permata_va_number,
    bill_key,
    biller_code,
    store,
    payment_code,
    qr_string,
  } = response
  if (transaction_status?.toLowerCase() !== 'pending' || !payment_type || payment_type === 'credit_card') return null
  const [account] = va_numbers ?? []
  return {
    paymentType: payment_type,
    bank: account?.bank ?? (permata_va_number ? 'permata' : (store ?? null)),
    number: account?.va_number ?? permata_va_number ?? bill_key ?? payment_code ?? null,
    billerCode: biller_code ?? null,
    qrText: qr_string ?? null,
    payBefore: readTime(response.expiry_time),
  }
}

/** Midtrans writes times without a zone, in GMT+7. Null for another format. */
function readTime(time: string | null | undefined): string | null {
  const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time ?? '')
    ? new Date(`${time?.replace(' ', 'T')}+07:00`)
    : null
  return instant && !Number.isNaN(instant.getTime()) ? instant.toISOString() : null
}

/** `"45000.00"`, `"45000"` and 45000 as 45000; null for anything but a whole number of rupiah. */
function wholeRupiah(amount: string | undefined): number | null {
  const digits = /^(\d{1,10})(?:\.0+)?$/.exec(amount ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
