import { failureStatus } from '#contract/client.ts'
import { requestLogin } from '#web/identity/index.ts'

/** Does something as whoever is signed in. A session that ended meanwhile is asked for over the page, and the work done again: nothing typed is lost. */
export async function withLogin<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (failureStatus(error) !== 401) throw error
    const session = await requestLogin({ reason: 'Sesi berakhir. Masuk lagi untuk menyimpan; isianmu masih ada.' })
    if (!session) throw error
    return work()
  }
}
