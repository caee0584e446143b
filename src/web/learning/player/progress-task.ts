import { failureCode, failureData } from '#contract/client.ts'
import type { CompletionChanges } from '#contract/learning/completion-changes.ts'
import type { Progress } from '#contract/learning/learning.ts'
import { deviceSync, isFinalRejection, type Sent, type SyncTask } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'
import { pendingChanges, progressStore, removeConfirmed } from './progress-store.ts'

/** `rejected`: the student no longer has access to the course. `closed`: all that was queued completed lessons that are closed to the student. */
export type ProgressResult = { kind: 'sent'; progress: Progress } | { kind: 'nothing' | 'rejected' | 'closed' }

/** Sends queued completions, per course. */
export const progressTask: SyncTask<ProgressResult> = {
  name: 'progress',
  unsent: progressStore.list,
  async send(api, userId, courseId) {
    const changes = pendingChanges(userId, courseId)
    if (Object.keys(changes).length === 0) return { result: { kind: 'nothing' } }
    const confirm = () => removeConfirmed(userId, courseId, changes)
    try {
      const { data } = await api.authenticated.learning.applyCompletionChanges({
        id: courseId,
        changes: Object.entries(changes).map(([lessonId, change]) => ({ contentId: lessonId, ...change })),
      })
      return { result: { kind: 'sent', progress: data }, confirm }
    } catch (error) {
      const { contentId } = failureData<'learning', 'applyCompletionChanges', 'LESSON_CLOSED' | 'COMPLETED_BY_RESULT'>(
        error,
      )
      if (['LESSON_CLOSED', 'COMPLETED_BY_RESULT'].includes(failureCode(error) ?? '') && changes[contentId])
        return sendWithout(contentId, changes, { api, userId, courseId })
      if (!isFinalRejection(error)) throw error
      return { result: { kind: 'rejected' }, confirm }
    }
  },
}

/** The server names one lesson that is closed, or completed by its result, and applies nothing; the other changes are sent again. */
async function sendWithout(
  lessonId: string,
  { [lessonId]: closed }: CompletionChanges,
  { api, userId, courseId }: { api: Api; userId: string; courseId: string },
): Promise<Sent<ProgressResult>> {
  if (closed) removeConfirmed(userId, courseId, { [lessonId]: closed })
  const sent = await progressTask.send(api, userId, courseId)
  return sent.result.kind === 'nothing' ? { result: { kind: 'closed' } } : sent
}

/** Sends queued completions before a page shows numbers. Without a network it does not delay the page. */
export async function sendAllProgress(api: Api, userId: string): Promise<void> {
  await deviceSync.flush(api, userId, [progressTask])
}
