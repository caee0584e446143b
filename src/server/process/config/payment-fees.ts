import type * as z from 'zod'
import { paymentMethods } from '#contract/commerce/labels.ts'

/** The provider's fees by payment type: basis points (1 % = 100) plus a flat amount per payment in rupiah. */
export type PaymentFees = Record<string, { basisPoints: number; flatIdr: number }>

// Payments by hand cost no fee of a provider.
const { manual_transfer: _transfer, static_qris: _qris, ...ofProvider } = paymentMethods

/** `credit_card:2.9%+2000, bank_transfer:4000, qris:0.7%` */
export function parseFees(text: string, context?: z.core.$RefinementCtx): PaymentFees {
  const fees: PaymentFees = {}
  for (const part of text.replaceAll(/\s/g, '').split(',')) {
    const [, type, percent, plus, flat] =
      /^([a-z_]+):(?:(\d{1,2}(?:\.\d{1,2})?)%(?:\+(\d{1,7}))?|(\d{1,7}))$/.exec(part) ?? []
    const unknown = type !== undefined && !(type in ofProvider)
    if (unknown)
      context?.addIssue({
        code: 'custom',
        message: `${type} is no payment type: use ${Object.keys(ofProvider).join(', ')}`,
      })
    else if (type && type in fees) context?.addIssue({ code: 'custom', message: `${type} is there twice` })
    else if (type)
      fees[type] = { basisPoints: Math.round(Number(percent ?? 0) * 100), flatIdr: Number(plus ?? flat ?? 0) }
    else context?.addIssue({ code: 'custom', message: 'must look like credit_card:2.9%+2000, bank_transfer:4000' })
  }
  return fees
}
