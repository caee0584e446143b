import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { feeOf, type ProviderFees } from './provider-fees.ts'
import { ProviderUnavailable, type PaymentOrder, type PaymentProvider, type SignedFields } from './payment-provider.ts'
import { readStatusResponse, statusResponse } from './status-response.ts'

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
  /** Hears of each call that was not answered as a working provider does. */
  onFailure?: (failure: ProviderFailure) => void
}

/** `cause` is the error of the system, or the status: 401 for keys that are refused. */
export type ProviderFailure = { host: string; cause: string }

// Shorter than the browser's request timeout of ten seconds.
const timeoutMs = 6_000

/** Order ids of this product begin otherwise. */
const orderOfNobody = 'check-of-keys'

const sessionResponse = z.object({ token: z.string(), redirect_url: z.url() })
const failureResponse = z.object({ error_messages: z.array(z.string()) })
/** Midtrans Snap and Core over HTTP. The built-in sandbox implements the same protocol, so only URLs and keys differ. */
export function createMidtransProvider(options: MidtransOptions): PaymentProvider {
  const call = createCaller(options)
  return {
    merchantId: options.merchantId,
    browser: {
      scriptUrl: options.scriptUrl,
      clientKey: options.clientKey,
      origin: new URL(options.scriptUrl).origin,
      mode: options.mode,
    },

    async openSession(order) {
      const { status, body } = await call('POST', `${options.snapBase}/transactions`, sessionRequest(order))
      if (status === 201) {
        const session = parse(sessionResponse, body, 'session')
        // The browser is redirected there, so only the provider's origin is accepted.
        if (new URL(session.redirect_url).origin !== new URL(options.scriptUrl).origin)
          throw new ProviderUnavailable('The session URL has another origin')
        return { token: session.token, redirectUrl: session.redirect_url }
      }
      const failure = z.safeParse(failureResponse, body)
      if (status === 400 && failure.success && failure.data.error_messages.some((text) => /taken|utilized/.test(text)))
        return 'order-already-used'
      throw new ProviderUnavailable(`Opening a session returned ${status}`)
    },

    async cancelSession(token) {
      const { body } = await call('POST', `${options.snapBase}/transactions/${encodeURIComponent(token)}/cancel`, {})
      const failure = z.safeParse(failureResponse, body)
      return failure.success && failure.data.error_messages.some((text) => /on progress/i.test(text))
        ? 'in-progress'
        : 'cancelled'
    },

    async readStatus(orderId) {
      const { body } = await call('GET', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/status`)
      const response = parse(statusResponse, body, 'status')
      if (response.status_code === '404') return null
      return readStatusResponse(response, orderId)
    },

    async refund({ orderId, refundKey, amountIdr, reason }) {
      const { body } = await call('POST', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/refund`, {
        refund_key: refundKey,
        amount: amountIdr,
        reason,
      })
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
      parse(statusResponse, body, 'status')
      return isRefusal(status, body) ? 'rejected' : 'accepted'
    },

    async approveChallenge(orderId) {
      const { body } = await call('POST', `${options.coreBase}/v2/${encodeURIComponent(orderId)}/approve`, {})
      const { status_code } = parse(statusResponse, body, 'approval')
      return status_code === '200' ? 'done' : 'refused'
    },

    feeIdr: (paymentType, amountIdr) => feeOf(options.fees, paymentType, amountIdr),

    verifySignature: (fields) => isSignedWith(options.serverKey, fields),
  }
}

/** SHA-512 over the fields. It does not cover the status, which is therefore read from the provider. */
function isSignedWith(
  serverKey: string,
  { order_id, status_code, gross_amount, signature_key }: SignedFields,
): boolean {
  const given = /^[0-9a-f]{128}$/i.test(signature_key) ? Buffer.from(signature_key, 'hex') : Buffer.alloc(64)
  // A number in the body lost the decimals that were signed.
  return [gross_amount, `${gross_amount}.00`].some((amount) => {
    const expected = createHash('sha512')
      .update(order_id + status_code + amount + serverKey)
      .digest()
    return timingSafeEqual(given, expected)
  })
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

function createCaller({ serverKey, notificationUrl, fetch, onFailure = () => {} }: MidtransOptions) {
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`
  return async (method: 'GET' | 'POST', url: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const request = new Request(url, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization,
        'x-override-notification': notificationUrl,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { host } = new URL(url)
    try {
      const response = await fetch(request)
      const { status } = response
      if (!response.headers.get('content-type')?.includes('application/json')) {
        onFailure({ host, cause: String(status) })
        throw new ProviderUnavailable(`The response ${status} is not JSON`)
      }
      const answer: unknown = await response.json()
      if (status >= 500) onFailure({ host, cause: String(status) })
      else if (isRefusal(status, answer)) onFailure({ host, cause: '401' })
      return { status, body: answer }
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      onFailure({ host, cause: causeOf(error) })
      // The cause may contain the request with its key, so only its name is passed on.
      throw new ProviderUnavailable(`${method} failed: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
}

/** Core says it in the body, Snap by the status. */
const isRefusal = (status: number, body: unknown): boolean => {
  const parsed = z.safeParse(statusResponse, body)
  return status === 401 || (parsed.success && parsed.data.status_code === '401')
}

/** The message of an error may contain the key. */
function causeOf(error: unknown): string {
  const { code } = (error instanceof Error && error.cause instanceof Error ? error.cause : {}) as { code?: string }
  return code ?? (error instanceof Error ? error.name : 'unknown')
}

function parse<Schema extends z.core.$ZodType>(schema: Schema, body: unknown, what: string): z.output<Schema> {
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) throw new ProviderUnavailable(`The ${what} response has an unknown shape`)
  return parsed.data
}
