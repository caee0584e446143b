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

/** A number as banks pass it on: without its hyphen, with spaces or in lower case, and with letters in place of digits. */
const written = /KLS[\s-]*((?:[0-9A-TV-Z][\s-]*){26})/gi

/** The order ids that stand in the cells of a line. */
export const orderIdsIn = (cells: readonly string[]): string[] => [
  ...new Set(
    [...cells.join(' ').toUpperCase().matchAll(written)].map(
      ([, id = '']) => `KLS-${id.replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
    ),
  ),
]
