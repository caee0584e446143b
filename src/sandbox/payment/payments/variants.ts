import { type Body, amountText, signed } from './payment-bodies.ts'
import type { SandboxContext } from '#sandbox/payment/context.ts'
import type { Chaos } from './chaos.ts'

// The same facts as other banks and channels of the provider write them.

/** The buyer pays the provider's fee on top; the signature covers the sum. */
function withBuyerFee(body: Body, feeIdr: number): Body {
  if (feeIdr === 0) return body
  const price = String(body['gross_amount'])
  const metadata = { extra_info: { gross_amount_info: { original_amount: price, additional_fee: amountText(feeIdr) } } }
  return { ...body, gross_amount: amountText(Number.parseInt(price, 10) + feeIdr), metadata }
}

function asNumbersAndNulls(body: Body): Body {
  const absent = { fraud_status: null, va_numbers: null, permata_va_number: null, biller_code: null, expiry_time: null }
  return { ...body, ...absent, gross_amount: Number(body['gross_amount']), status_code: Number(body['status_code']) }
}

/** Signs a body and writes it as the knobs say. */
export function written(
  body: Body,
  statusCode: string,
  chaos: Chaos,
  merchant: Pick<SandboxContext['options'], 'serverKey' | 'merchantId'>,
): Body {
  const whole = signed(withBuyerFee(body, chaos.buyerFeeIdr), statusCode, merchant)
  return chaos.numbersAndNulls ? asNumbersAndNulls(whole) : whole
}
