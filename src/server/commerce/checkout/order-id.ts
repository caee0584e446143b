import { newId } from '#server/platform/new-id.ts'

// Crockford's alphabet has no letter that looks like a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A new order id for the provider: `KLS-` and a ULID, always 30 characters. The provider signs several fields joined
 * without separators, so an id of variable length could be confused with the next field.
 */
export function newOrderId(): string {
  let value = BigInt(`0x${newId().replaceAll('-', '')}`)
  let text = ''
  for (let digit = 0; digit < 26; digit++) {
    text = alphabet[Number(value % 32n)] + text
    value /= 32n
  }
  return `KLS-${text}`
}
