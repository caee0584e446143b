import { useState } from 'react'
import type { LessonSummary, LessonClosure } from '#contract/catalog/catalog.ts'
import { failureCode, failureData } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { sendAllProgress } from './progress-task.ts'
import type { Lessons } from './use-lessons.ts'

export type OpenedLesson =
  | { state: 'open'; lesson: LessonSummary }
  | { state: 'closed'; closure: LessonClosure }
  | { state: 'opening' }
  | { state: 'failed'; retry: () => void }

/** A quiz requests its questions itself. */
const hasBody = ({ type, text, youtubeId, videoUrl, isVideoMissing = false }: LessonSummary): boolean =>
  type === 'quiz' || isVideoMissing || (text ?? youtubeId ?? videoUrl) !== undefined

/** A lesson that was closed when the course was loaded is requested once it may be open. The progress that opens it is sent first. */
export function useOpenedLesson(lesson: LessonSummary, lessons: Lessons, userId: string): OpenedLesson {
  const api = useApi()
  const [opened, setOpened] = useState<Readonly<Record<string, LessonSummary>>>({})
  const known = opened[lesson._id] ?? lesson
  const closure = lessons.closureOf(lesson)
  const request = useRemote(hasBody(known) || closure ? null : lesson._id, async (signal) => {
    await sendAllProgress(api, userId)
    const { data } = await api.authenticated.learning.showLesson(
      { id: lesson.courseId, contentId: lesson._id },
      { signal },
    )
    setOpened((before) => ({ ...before, [data._id]: data }))
  })
  const isClosed = request.status === 'failed' && failureCode(request.error) === 'LESSON_CLOSED'
  useRetry(request.status === 'failed' && !isClosed, request.reload)
  if (hasBody(known) && !(known.type === 'quiz' && closure)) return { state: 'open', lesson: known }
  if (closure) return { state: 'closed', closure }
  if (request.status !== 'failed') return { state: 'opening' }
  if (failureCode(request.error) === 'LESSON_CLOSED')
    return { state: 'closed', closure: failureData<'learning', 'showLesson', 'LESSON_CLOSED'>(request.error) }
  return { state: 'failed', retry: request.reload }
}
