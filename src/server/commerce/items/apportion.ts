/**
 * Splits an amount in proportion to the weights: the shares are whole rupiah, not negative, and add up to the amount. No share is
 * larger than its weight when the amount is not larger than their sum.
 */
export function apportion(amountIdr: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0)
    return weights.length === 0 || amountIdr === 0
      ? weights.map(() => 0)
      : apportion(
          amountIdr,
          weights.map(() => 1),
        )
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    // The product of two amounts exceeds Number.MAX_SAFE_INTEGER.
    const share = Number((BigInt(amountIdr) * BigInt(weighed)) / BigInt(sum)) - given
    given += share
    return share
  })
}
