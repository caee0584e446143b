import { failureStatus } from '#contract/client.ts'
import { requestLogin } from './login.tsx'

/**
 * Does a signed-in call, and once more after signing in again when the session ended meanwhile: the form stays as it is
 * below the dialog, nothing typed is lost. Rejects with the first failure when the visitor closes the dialog.
 */
export async function withLogin<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (failureStatus(error) !== 401) throw error
    const session = await requestLogin({ reason: 'Sesi berakhir. Masuk lagi untuk menyimpan; isianmu masih ada.' })
    if (!session) throw error
    return call()
  }
}
