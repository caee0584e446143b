import { useState } from 'react'
import type { ContentSummary, LessonClosure } from '#contract/catalog/catalog.ts'
import { failureCode, failureData } from '#contract/kit/client.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { sendAllProgress } from './progress/progress-task.ts'
import type { Lessons } from './use-lessons.ts'

export type OpenedContent =
  | { state: 'open'; content: ContentSummary }
  | { state: 'closed'; closure: LessonClosure }
  | { state: 'opening' }
  | { state: 'failed'; retry: () => void }

/** A quiz requests its questions itself. */
const hasBody = ({ type, text, youtubeId, videoUrl }: ContentSummary): boolean => type === 'quiz' || (text ?? youtubeId ?? videoUrl) !== undefined

/** A lesson that was closed when the course was loaded is requested once it may be open. The progress that opens it is sent first. */
export function useOpenedContent(content: ContentSummary, lessons: Lessons, userId: string): OpenedContent {
  const api = useApi()
  const [opened, setOpened] = useState<Readonly<Record<string, ContentSummary>>>({})
  const known = opened[content._id] ?? content
  const closure = lessons.closureOf(content)
  const request = useRemote(hasBody(known) || closure ? null : content._id, async (signal) => {
    await sendAllProgress(api, userId)
    const { data } = await api.authenticated.learning.showContent({ id: content.courseId, contentId: content._id }, { signal })
    setOpened((before) => ({ ...before, [data._id]: data }))
  })
  const isClosed = request.status === 'failed' && failureCode(request.error) === 'LESSON_CLOSED'
  useRetry(request.status === 'failed' && !isClosed, request.reload)
  if (hasBody(known) && !(known.type === 'quiz' && closure)) return { state: 'open', content: known }
  if (closure) return { state: 'closed', closure }
  if (request.status !== 'failed') return { state: 'opening' }
  if (failureCode(request.error) === 'LESSON_CLOSED') return { state: 'closed', closure: failureData<LessonClosure>(request.error) }
  return { state: 'failed', retry: request.reload }
}
