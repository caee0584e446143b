import { priceAfterDiscount, type Priced } from '#contract/kit/money.ts'
import { standingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'

/** A promo code that the server accepted, and what it makes of the price. */
export type Applied = { code: string; quote: { total: number } } | null
type Open = Pick<
  Transaction,
  '_id' | 'amount' | 'uniqueCode' | 'promoCode' | 'inSale' | 'state' | 'status' | 'transfer'
>

/** The action of the buy button. `wait`: the proof of the open transaction is being checked, so nothing is paid. `replace` cancels the open transaction, whose amount differs, and opens another. */
export type BuyStep<Shown extends Open = Transaction> =
  | { step: 'buy' }
  | { step: 'continue'; open: Shown }
  | { step: 'replace'; open: Shown }
  | { step: 'wait'; open: Shown }

export function nextStep<Shown extends Open>(item: Priced, applied: Applied, open: Shown | null): BuyStep<Shown> {
  if (!open) return { step: 'buy' }
  if (standingOf(open) === 'proof-check') return { step: 'wait', open }
  const openIdr = open.amount - open.uniqueCode
  // Without another code, the server keeps the code of the open transaction.
  const isSame = applied
    ? applied.code === open.promoCode && applied.quote.total === openIdr
    : open.promoCode !== null ||
      openIdr === priceAfterDiscount(item) ||
      (open.inSale && openIdr < priceAfterDiscount(item))
  return { step: isSame || open.state === 'review' ? 'continue' : 'replace', open }
}

/** The price on the button: of the order that it continues, else with the code. */
export const amountOf = (next: BuyStep<Open>, item: Priced, applied: Applied): number =>
  next.step === 'continue' || next.step === 'wait'
    ? next.open.amount
    : (applied?.quote.total ?? priceAfterDiscount(item))
