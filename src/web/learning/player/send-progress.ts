import { failureStatus } from '#contract/client.ts'
import type { Progress } from '#contract/learning.ts'
import type { Api } from '#web/identity/index.ts'
import { createProgressQueue, type ProgressQueue } from './progress-queue.ts'

/** `kept`: the line is down or the server busy; the marks wait. `refused`: this course is no longer open to this student. */
export type SendOutcome = { kind: 'sent'; progress: Progress } | { kind: 'nothing' | 'kept' | 'refused' }

/** Brings a course's waiting marks to the server. Saying it twice does no harm. */
export async function sendProgress(api: Api, queue: ProgressQueue, courseId: string): Promise<SendOutcome> {
  const marks = queue.pending(courseId)
  if (Object.keys(marks).length === 0) return { kind: 'nothing' }
  try {
    const { data } = await api.mine.learning.mergeMarks({ id: courseId, marks: Object.entries(marks).map(([contentId, mark]) => ({ contentId, ...mark })) })
    queue.settle(courseId, marks)
    return { kind: 'sent', progress: data }
  } catch (error) {
    if (![403, 404, 422].includes(failureStatus(error) ?? 0)) return { kind: 'kept' }
    queue.settle(courseId, marks)
    return { kind: 'refused' }
  }
}

/** Everything that waits, before a page shows numbers. A line that is down does not hold the page up. */
export async function sendAllProgress(api: Api, userId: string): Promise<void> {
  const queue = createProgressQueue(localStorage, userId)
  await Promise.all(queue.courses().map((courseId) => sendProgress(api, queue, courseId)))
}
