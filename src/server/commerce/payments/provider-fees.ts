/** One line of the provider's price list: a share in basis points (1 % = 100), and an amount per payment. */
type ProviderFee = { basisPoints: number; flatIdr: number }
/** By the provider's payment type. Unlisted types are free. */
export type ProviderFees = Readonly<Record<string, ProviderFee>>

export function feeOf(fees: ProviderFees, paymentType: string | null, amountIdr: number): number {
  const fee = fees[paymentType ?? '']
  return fee ? Math.min(amountIdr, Math.round((amountIdr * fee.basisPoints) / 10_000) + fee.flatIdr) : 0
}
