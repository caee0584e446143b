/** The last three digits of a formatted amount, by which a payment is recognized, apart from the rest. */
export function splitAmount(formatted: string): [head: string, tail: string] {
  return [formatted.slice(0, -3), formatted.slice(-3)]
}
