import { failureStatus } from '#contract/client.ts'
import { signInAgain } from './login-requests.ts'

/**
 * Runs an authenticated call. When the session has expired, opens the sign-in dialog and retries once; the form below keeps its input.
 * Rejects with the original error when the user closes the dialog, or when another person signs in: what is here is not theirs.
 */
export async function withLogin<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (failureStatus(error) !== 401) throw error
    if (!(await signInAgain({ reason: 'Sesi berakhir. Masuk lagi untuk melanjutkan; isianmu masih ada.' }))) throw error
    return call()
  }
}
