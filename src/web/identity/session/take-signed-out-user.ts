import { signedOutUserKey } from './clear-device.ts'

/** Returns the user who signed out explicitly since the last call. Not in `index.ts`, which every page loads. */
export function takeSignedOutUser(): string | null {
  const userId = localStorage.getItem(signedOutUserKey)
  localStorage.removeItem(signedOutUserKey)
  return userId
}
