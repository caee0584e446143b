import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { feeOf, type ProviderFees } from './provider-fees.ts'
import { ProviderUnavailable, type PaymentOrder, type PaymentProvider, type ReportedInstructions, type SignedFields } from './payment-provider.ts'

export type MidtransOptions = {
  serverKey: string
  clientKey: string
  merchantId: string | null
  /** For example https://app.sandbox.midtrans.com/snap/v1 */
  snapBase: string
  /** For example https://api.sandbox.midtrans.com */
  coreBase: string
  scriptUrl: string
  /** The URL for Midtrans notifications. Overrides the dashboard setting, so that one account can serve several installations. */
  notificationUrl: string
  mode: 'sandbox' | 'live'
  fees: ProviderFees
  fetch: (request: Request) => Promise<Response>
}

// Shorter than the browser's request timeout of ten seconds.
const timeoutMs = 6_000

/** Order ids of this product begin otherwise. */
const orderOfNobody = 'check-of-keys'

const sessionResponse = z.object({ token: z.string(), redirect_url: z.url() })
const failureResponse = z.object({ error_messages: z.array(z.string()) })
const statusResponse = z.object({
  status_code: z.string(),
  order_id: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  transaction_status: z.optional(z.string()),
  fraud_status: z.optional(z.string()),
  gross_amount: z.optional(z.string()),
  currency: z.optional(z.string()),
  merchant_id: z.optional(z.string()),
  payment_type: z.optional(z.string()),
  refund_amount: z.optional(z.string()),
  expiry_time: z.optional(z.string()),
  va_numbers: z.optional(z.array(z.object({ bank: z.string(), va_number: z.string() }))),
  permata_va_number: z.optional(z.string()),
  biller_code: z.optional(z.string()),
  bill_key: z.optional(z.string()),
  store: z.optional(z.string()),
  payment_code: z.optional(z.string()),
  qr_string: z.optional(z.string()),
})
type StatusResponse = z.output<typeof statusResponse>

/** Midtrans Snap and Core over HTTP. The built-in sandbox implements the same protocol, so only URLs and keys differ. */
export function createMidtransProvider(options: MidtransOptions): PaymentProvider {
  const call = createCaller(options)
  return {
    merchantId: options.merchantId,
    browser: { scriptUrl: options.scriptUrl, clientKey: options.clientKey, origin: new URL(options.scriptUrl).origin, mode: options.mode },

    async openSession(order) {
      const { status, body } = await call('POST', `${options.snapBase}/transactions`, sessionRequest(order))
      if (status === 201) {
        const session = parse(sessionResponse, body, 'session')
        // The browser is redirected there, so only the provider's origin is accepted.
        if (new URL(session.redirect_url).origin !== new URL(options.scriptUrl).origin) throw new ProviderUnavailable('The session URL has another origin')
        return { token: session.token, redirectUrl: session.redirect_url }
      }
      const failure = z.safeParse(failureResponse, body)
      if (status === 400 && failure.success && failure.data.error_messages.some((text) => /taken|utilized/.test(text))) return 'order-already-used'
      throw new ProviderUnavailable(`Opening a session returned ${status}`)
    },

    async cancelSession(token) {
      const { body } = await call('POST', `${options.snapBase}/transactions/${encodeURIComponent(token)}/cancel`, {})
      const failure = z.safeParse(failureResponse, body)
      return failure.success && failure.data.error_messages.some((text) => /on progress/i.test(text)) ? 'in-progress' : 'cancelled'
    },

    async readStatus(orderId) {
      const { body } = await call('GET', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/status`)
      const response = parse(statusResponse, body, 'status')
      if (response.status_code === '404') return null
      const { order_id, transaction_id, transaction_status, gross_amount } = response
      if (!order_id || !transaction_id || !transaction_status || !gross_amount)
        throw new ProviderUnavailable(`The status response ${response.status_code} lacks required fields`)
      return {
        orderId: order_id,
        transactionId: transaction_id,
        status: transaction_status.toLowerCase(),
        fraud: response.fraud_status?.toLowerCase() ?? null,
        grossAmount: gross_amount,
        currency: response.currency ?? 'IDR',
        merchantId: response.merchant_id ?? null,
        paymentType: response.payment_type ?? null,
        refundedIdr: wholeRupiah(response.refund_amount),
        instructions: readInstructions(response),
      }
    },

    async refund({ orderId, refundKey, amountIdr, reason }) {
      const { body } = await call('POST', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/refund`, { refund_key: refundKey, amount: amountIdr, reason })
      const { status_code } = parse(statusResponse, body, 'refund')
      // 406: this key was used before, so the refund was already made.
      if (status_code === '200' || status_code === '406') return 'done'
      if (status_code === '412' || status_code === '414') return 'refused'
      throw new ProviderUnavailable(`The refund returned ${status_code}`)
    },

    async cancelPayment(orderId) {
      const { body } = await call('POST', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/cancel`, {})
      const { status_code } = parse(statusResponse, body, 'cancel')
      if (status_code === '200') return 'done'
      if (status_code === '404' || status_code === '412') return 'refused'
      throw new ProviderUnavailable(`The cancellation returned ${status_code}`)
    },

    async checkKeys() {
      const { status, body } = await call('GET', `${options.coreBase}/v2/${orderOfNobody}/status`)
      const { status_code } = parse(statusResponse, body, 'status')
      return [String(status), status_code].includes('401') ? 'rejected' : 'accepted'
    },

    feeIdr: (paymentType, amountIdr) => feeOf(options.fees, paymentType, amountIdr),

    verifySignature: (fields) => isSignedWith(options.serverKey, fields),
  }
}

/** SHA-512 over the fields exactly as received. It does not cover the status, which is therefore read from the provider. */
function isSignedWith(serverKey: string, { order_id, status_code, gross_amount, signature_key }: SignedFields): boolean {
  const expected = createHash('sha512')
    .update(order_id + status_code + gross_amount + serverKey)
    .digest()
  const given = /^[0-9a-f]{128}$/i.test(signature_key) ? Buffer.from(signature_key, 'hex') : Buffer.alloc(64)
  return timingSafeEqual(given, expected)
}

/** How to pay later. A card that the bank is still verifying needs nothing from the payer. */
function readInstructions(response: StatusResponse): ReportedInstructions | null {
  const { transaction_status, payment_type, va_numbers, permata_va_number, bill_key, biller_code, store, payment_code, qr_string } = response
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
function readTime(text: string | undefined): string | null {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '') ? new Date(`${text?.replace(' ', 'T')}+07:00`) : null
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null
}

/** `"45000.00"` as 45000; null for anything but a whole number of rupiah. */
const wholeRupiah = (text: string | undefined): number | null => {
  const digits = /^(\d{1,10})(?:\.0+)?$/.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

function sessionRequest({ orderId, amountIdr, lines, buyer, lifeMinutes, finishUrl }: PaymentOrder) {
  return {
    transaction_details: { order_id: orderId, gross_amount: amountIdr },
    // The provider stores 50 characters and treats `|` as a separator.
    item_details: lines.map((line) => ({
      id: line.id.slice(0, 50),
      price: line.priceIdr,
      quantity: 1,
      name: line.name.replaceAll('|', '/').slice(0, 50).toWellFormed(),
    })),
    customer_details: { first_name: buyer.name.slice(0, 255).toWellFormed(), email: buyer.email },
    credit_card: { secure: true },
    callbacks: { finish: finishUrl },
    expiry: { unit: 'minutes', duration: lifeMinutes },
  }
}

function createCaller({ serverKey, notificationUrl, fetch }: MidtransOptions) {
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`
  return async (method: 'GET' | 'POST', url: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const request = new Request(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization, 'x-override-notification': notificationUrl },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    try {
      const response = await fetch(request)
      if (!response.headers.get('content-type')?.includes('application/json')) throw new ProviderUnavailable(`The response ${response.status} is not JSON`)
      return { status: response.status, body: await response.json() }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      // The cause may contain the request with its key, so only its name is passed on.
      throw new ProviderUnavailable(`${method} failed: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
}

function parse<Schema extends z.core.$ZodType>(schema: Schema, body: unknown, what: string): z.output<Schema> {
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) throw new ProviderUnavailable(`The ${what} response has an unknown shape`)
  return parsed.data
}
