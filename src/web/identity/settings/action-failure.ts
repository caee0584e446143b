import { failureText } from '#web/identity/failure-text.ts'
import { identityText } from '#web/identity/text.ts'

/** A failure of a button of the account settings. */
export const describeActionFailure = (error: unknown): string => failureText(error, 'Belum berhasil. Coba lagi.', identityText.connectionFailed)
