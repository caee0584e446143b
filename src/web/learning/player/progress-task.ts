import { failureStatus } from '#contract/client.ts'
import type { Progress } from '#contract/learning.ts'
import { deviceSync, type SyncTask } from '#web/device/sync.ts'
import type { Api } from '#web/identity/index.ts'
import { pendingChanges, progressStore, removeConfirmed } from './progress-store.ts'

/** `rejected`: the student no longer has access to the course. */
export type ProgressResult = { kind: 'sent'; progress: Progress } | { kind: 'nothing' | 'rejected' }

/** Sends queued completions, per course. */
export const progressTask: SyncTask<ProgressResult> = {
  name: 'progress',
  unsent: progressStore.list,
  async send(api, userId, courseId) {
    const changes = pendingChanges(userId, courseId)
    if (Object.keys(changes).length === 0) return { result: { kind: 'nothing' } }
    const confirm = () => removeConfirmed(userId, courseId, changes)
    try {
      const { data } = await api.mine.learning.applyCompletionChanges({
        id: courseId,
        changes: Object.entries(changes).map(([contentId, change]) => ({ contentId, ...change })),
      })
      return { result: { kind: 'sent', progress: data }, confirm }
    } catch (error) {
      if (![403, 404, 422].includes(failureStatus(error) ?? 0)) throw error
      return { result: { kind: 'rejected' }, confirm }
    }
  },
}

/** Sends queued completions before a page shows numbers. Without a network it does not delay the page. */
export async function sendAllProgress(api: Api, userId: string): Promise<void> {
  await deviceSync.flush(api, userId, [progressTask])
}
