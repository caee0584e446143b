import type { Charge, Order } from '#sandbox/payment/ledger-records.ts'
import { jakartaTime } from './jakarta-time.ts'
import { notificationSignature } from './protocol-signature.ts'

export type Body = Record<string, unknown>
type Merchant = { serverKey: string; merchantId: string }

/** Rupiah in the provider's response format: `"89000.00"`. */
export function amountText(amountIdr: number): string {
  return `${amountIdr}.00`
}

/** The response of GET status. */
export function statusBody(order: Order, charge: Charge, merchant: Merchant): Body {
  // The provider’s rule: for an expired payment a status read returns 407, its notification 202.
  const statusCode = charge.status === 'expire' ? '407' : statusCodeOf(charge)
  return signed({ status_message: 'Success, transaction is found', ...facts(order, charge) }, statusCode, merchant)
}

export function notificationBody(order: Order, charge: Charge, merchant: Merchant): Body {
  return signed(
    { status_message: 'midtrans payment notification', ...facts(order, charge) },
    statusCodeOf(charge),
    merchant,
  )
}

/** The response of a Core API action (cancel, expire, refund, approve, deny). */
export function actionBody(order: Order, charge: Charge, statusCode: string, message: string): Body {
  const { custom_field1: _1, custom_field2: _2, custom_field3: _3, ...rest } = facts(order, charge)
  return { status_code: statusCode, status_message: message, ...rest }
}

/** The result that the payer's browser receives. */
export function resultBody(order: Order, charge: Charge): Body {
  const statusCode = charge.status === 'expire' ? '407' : statusCodeOf(charge)
  return {
    ...actionBody(order, charge, statusCode, resultMessage(charge)),
    ...(charge.account?.bank === 'bca' ? { bca_va_number: charge.account.number } : {}),
    ...(order.request.finishUrl ? { finish_redirect_url: finishUrlOf(order, statusCode, charge.status) } : {}),
  }
}

/** Sets the status code and merchant of a body and signs it. */
export function signed(body: Body, statusCode: string, merchant: Merchant): Body {
  const signature = notificationSignature(
    String(body['order_id']),
    statusCode,
    String(body['gross_amount']),
    merchant.serverKey,
  )
  return { ...body, status_code: statusCode, merchant_id: merchant.merchantId, signature_key: signature }
}

function finishUrlOf(order: Order, statusCode: string, status: string): string {
  const url = new URL(order.request.finishUrl ?? '')
  url.searchParams.set('order_id', order.orderId)
  url.searchParams.set('status_code', statusCode)
  url.searchParams.set('transaction_status', status)
  return url.href
}

function statusCodeOf(charge: Charge): string {
  if (charge.status === 'pending') return '201'
  if (charge.status === 'capture') return charge.fraud === 'challenge' ? '201' : '200'
  if (charge.status === 'deny' || charge.status === 'expire') return '202'
  if (charge.status === 'cancel') return charge.wasPaid ? '200' : '202'
  return '200'
}

function resultMessage(charge: Charge): string {
  if (charge.status === 'pending') return 'Success, transaction is pending'
  if (charge.status === 'deny')
    return charge.card
      ? `Deny by Bank with code [${charge.card.channelResponseCode}] and message [${charge.card.channelResponseMessage}]`
      : 'Payment is denied'
  return 'Success, transaction is successful'
}

// The provider omits empty fields.
function facts(order: Order, charge: Charge): Body {
  return {
    transaction_id: charge.transactionId,
    order_id: order.orderId,
    gross_amount: amountText(order.request.amountIdr),
    currency: 'IDR',
    payment_type: charge.paymentType,
    transaction_time: jakartaTime(charge.createdAt),
    transaction_status: charge.status,
    fraud_status: charge.fraud,
    ...(charge.settledAt ? { settlement_time: jakartaTime(charge.settledAt) } : {}),
    ...(charge.expiresAt ? { expiry_time: jakartaTime(charge.expiresAt) } : {}),
    ...methodFacts(order, charge),
    ...refundFacts(charge),
    ...customFields(order),
  }
}

function methodFacts(order: Order, charge: Charge): Body {
  if (charge.card) return cardFacts(charge.card)
  if (charge.paymentType === 'qris') {
    return {
      acquirer: 'gopay',
      ...(charge.wasPaid ? { issuer: 'gopay' } : {}),
      ...(charge.status === 'pending' ? { qr_string: qrText(order, charge) } : {}),
    }
  }
  if (!charge.account) return {}
  if (charge.paymentType === 'echannel') return { biller_code: '70012', bill_key: charge.account.number }
  if (charge.account.bank === 'permata') return { permata_va_number: charge.account.number }
  return { va_numbers: [{ bank: charge.account.bank, va_number: charge.account.number }] }
}

/** In the format of QRIS (fields of an id, a length and a value), but no bank knows the merchant. */
function qrText(order: Order, charge: Charge): string {
  const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
  const merchant = field('00', 'SANDBOX') + field('01', charge.transactionId.replaceAll('-', '').slice(0, 24))
  return [
    ['00', '01'],
    ['01', '12'],
    ['26', merchant],
    ['53', '360'],
    ['54', String(order.request.amountIdr)],
    ['58', 'ID'],
    ['59', 'CENDAKI SANDBOX'],
    ['62', field('01', order.orderId.slice(0, 25))],
  ]
    .map(([id = '', value = '']) => field(id, value))
    .join('')
}

function cardFacts(card: NonNullable<Charge['card']>): Body {
  return {
    masked_card: card.masked,
    bank: card.bank,
    card_type: 'credit',
    eci: card.brand === 'visa' ? '05' : '02',
    ...(card.approvalCode ? { approval_code: card.approvalCode } : {}),
    channel_response_code: card.channelResponseCode,
    channel_response_message: card.channelResponseMessage,
    three_ds_version: '2',
    challenge_completion: true,
  }
}

function refundFacts(charge: Charge): Body {
  if (charge.refunds.length === 0) return {}
  return {
    refund_amount: amountText(charge.refunds.reduce((total, refund) => total + refund.amountIdr, 0)),
    refunds: charge.refunds.map((refund) => ({
      refund_chargeback_id: refund.id,
      refund_amount: amountText(refund.amountIdr),
      created_at: jakartaTime(refund.createdAt),
      reason: refund.reason,
      refund_key: refund.key,
      refund_method: 'bank',
      ...(refund.bankConfirmedAt ? { bank_confirmed_at: jakartaTime(refund.bankConfirmedAt) } : {}),
    })),
  }
}

function customFields(order: Order): Body {
  return Object.fromEntries(
    order.request.customFields.flatMap((value, index) => (value ? [[`custom_field${index + 1}`, value]] : [])),
  )
}
