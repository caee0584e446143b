import { createHash, timingSafeEqual } from 'node:crypto'

/** The provider’s rule: Basic, the server key as the user name and no password. */
export function hasServerKey(request: Request, serverKey: string): boolean {
  return isSameSecret(request.headers.get('authorization') ?? '', `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`)
}

/** Compares in a time that does not depend on where the texts differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(fingerprint(given), fingerprint(expected))
}

function fingerprint(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
