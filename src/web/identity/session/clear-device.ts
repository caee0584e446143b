import { rememberUser } from './login-requests.ts'

export const signedOutUserKey = 'cendaki-left'

/** Clears the data of one user from this browser, and ends push messages to it. Keys of personal data contain the user id: `cendaki-note:<id>:…`. */
export function clearDevice(userId: string): void {
  void endPush().catch(() => {})
  for (const key of Object.keys(localStorage)) if (key.split(':').includes(userId)) localStorage.removeItem(key)
  sessionStorage.clear()
}

const endPush = async () =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription())?.unsubscribe()

/** Call before the session is removed. An explicit sign-out also removes the offline copies of the user; an expired session does not. */
export function recordSignOut(userId: string): void {
  rememberUser(null)
  try {
    localStorage.setItem(signedOutUserKey, userId)
  } catch {
    // Storage is full: the next sign-in of another user removes the copies.
  }
}
