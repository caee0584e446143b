import { failureStatus } from '#contract/client.ts'
import type { Progress } from '#contract/learning.ts'
import type { Api } from '#web/identity/index.ts'
import { createProgressQueue, type ProgressQueue } from './progress-queue.ts'

/** `queued`: the network or the server is unavailable, the changes stay queued. `rejected`: the student no longer has access to the course. */
export type SendOutcome = { kind: 'sent'; progress: Progress } | { kind: 'nothing' | 'queued' | 'rejected' }

/** Sends the queued changes of a course. Idempotent. */
export async function sendProgress(api: Api, queue: ProgressQueue, courseId: string): Promise<SendOutcome> {
  const changes = queue.pending(courseId)
  if (Object.keys(changes).length === 0) return { kind: 'nothing' }
  try {
    const { data } = await api.mine.learning.applyCompletionChanges({
      id: courseId,
      changes: Object.entries(changes).map(([contentId, change]) => ({ contentId, ...change })),
    })
    queue.settle(courseId, changes)
    return { kind: 'sent', progress: data }
  } catch (error) {
    if (![403, 404, 422].includes(failureStatus(error) ?? 0)) return { kind: 'queued' }
    queue.settle(courseId, changes)
    return { kind: 'rejected' }
  }
}

/** Sends all queued changes before a page shows numbers. Without a network it does not delay the page. */
export async function sendAllProgress(api: Api, userId: string): Promise<void> {
  const queue = createProgressQueue(localStorage, userId)
  await Promise.all(queue.courses().map((courseId) => sendProgress(api, queue, courseId)))
}
