import { failureStatus } from '#contract/kit/client.ts'
import { requestLogin } from './login-requests.ts'

/**
 * Runs an authenticated call. When the session has expired, opens the sign-in dialog and retries once; the form below keeps its input.
 * Rejects with the original error when the user closes the dialog.
 */
export async function withLogin<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (failureStatus(error) !== 401) throw error
    const session = await requestLogin({ reason: 'Sesi berakhir. Masuk lagi untuk melanjutkan; isianmu masih ada.' })
    if (!session) throw error
    return call()
  }
}
