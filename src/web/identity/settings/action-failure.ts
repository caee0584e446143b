import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'

/** A failure of a button of the account settings. */
export const describeActionFailure = (error: unknown): string =>
  failureText(error, 'Belum berhasil. Coba lagi.', identityText.connectionFailed)
