import { createHash } from 'node:crypto'

/**
 * A number in [0, 1) that depends only on the seed and the names, not on earlier calls.
 * A sandbox that resumes from its journal makes the same choices.
 */
export function seededFraction(seed: number, ...names: (string | number)[]): number {
  const digest = createHash('sha256')
    .update([seed, ...names].join('\u0000'))
    .digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}

/** A string of decimal digits, e.g. an account number. */
export function seededDigits(length: number, seed: number, ...names: (string | number)[]): string {
  let digits = ''
  for (let index = 0; index < length; index++) digits += Math.floor(seededFraction(seed, ...names, index) * 10)
  return digits
}
