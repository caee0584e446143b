type NewAccount = { email: string; password: string }

// In memory, because the history entry of a page is stored on the device.
let account: NewAccount | null = null

/** Keeps what was just typed to sign up, so that signing in is one press. */
export const keepNewAccount = (kept: NewAccount): void => void (account = kept)

/** The password of an account that was just made here, once; empty for any other. */
export function takeNewPassword(email: string): string {
  const password = account?.email === email ? account.password : ''
  account = null
  return password
}
