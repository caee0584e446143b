import { failureStatus } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import type { PositionStore } from './position-store.ts'

/** Sends unsent positions if their user is still signed in. Idempotent. */
export async function sendPositions(api: Api, store: PositionStore): Promise<void> {
  const unsent = store.unsent()
  if (unsent.length === 0) return
  const session = await api.sessions.read(location.pathname)
  if (session?.user._id !== store.userId) return
  for (const [contentId, { courseId, reached, notedAt }] of unsent) {
    try {
      await api.mine.learning.saveLessonPosition({ id: courseId, contentId, reached, notedAt })
    } catch (error) {
      // The network or the server is unavailable: the position stays unsent.
      if (![403, 404, 422].includes(failureStatus(error) ?? 0)) return
    }
    store.settle(contentId, notedAt)
  }
}
