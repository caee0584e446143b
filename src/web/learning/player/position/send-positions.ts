import { failureStatus } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import type { PositionStore } from './position-store.ts'

/** Tells the server what it does not know yet, in the name of whom it belongs to. Saying it twice does no harm. */
export async function sendPositions(api: Api, store: PositionStore): Promise<void> {
  const unsent = store.unsent()
  if (unsent.length === 0) return
  const session = await api.sessions.read(location.pathname)
  if (session?.user._id !== store.userId) return
  for (const [contentId, { courseId, reached, notedAt }] of unsent) {
    try {
      await api.mine.learning.savePosition({ id: courseId, contentId, reached, notedAt })
    } catch (error) {
      // The line is down or the server busy: it goes with the next chance.
      if (![403, 404, 422].includes(failureStatus(error) ?? 0)) return
    }
    store.settle(contentId, notedAt)
  }
}
