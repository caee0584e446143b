import { createHash } from 'node:crypto'

/** The provider’s rule: the four strings joined without separators, exactly as in the body. */
export function notificationSignature(
  orderId: string,
  statusCode: string,
  grossAmount: string,
  serverKey: string,
): string {
  return createHash('sha512')
    .update(orderId + statusCode + grossAmount + serverKey)
    .digest('hex')
}
