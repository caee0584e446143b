import { createHash } from 'node:crypto'

/** payments.md 1.4: the four strings joined without separators, exactly as they stand in the body. */
export function notificationSignature(orderId: string, statusCode: string, grossAmount: string, serverKey: string): string {
  return createHash('sha512')
    .update(orderId + statusCode + grossAmount + serverKey)
    .digest('hex')
}
