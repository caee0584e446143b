import { createHash, timingSafeEqual } from 'node:crypto'

/** The provider’s rule: Basic authentication with the server key as user name and no password. */
export function hasServerKey(request: Request, serverKey: string): boolean {
  return isSameSecret(
    request.headers.get('authorization') ?? '',
    `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`,
  )
}

/** Compares in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(fingerprint(given), fingerprint(expected))
}

function fingerprint(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
