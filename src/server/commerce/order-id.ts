import { randomUUIDv7 } from 'node:crypto'

// Crockford's alphabet: no letter that a person could take for a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A new order id for the provider: `KLS-` and a ULID, always 30 characters. The provider signs several fields joined
 * without separators, so an id of changing length could be confused with the field after it.
 */
export function newOrderId(): string {
  let value = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`)
  let text = ''
  for (let place = 0; place < 26; place++) {
    text = alphabet[Number(value % 32n)] + text
    value /= 32n
  }
  return `KLS-${text}`
}
