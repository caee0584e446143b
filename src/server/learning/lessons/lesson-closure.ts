import { dayMs } from '#contract/kit/durations.ts'
import type { CoursePace, LessonClosure } from '#contract/catalog/catalog.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import type { Refusal } from '#server/platform/outcomes.ts'

type Lesson = { id: string; isPreview: boolean; /** Of its chapter; null without one. */ dripDays: number | null }
type Study = { pace: CoursePace; grantedAt: Date; now: Date; isCompleted: (lessonId: string) => boolean }

export type LessonClosed = { outcome: 'lesson-closed'; data: LessonClosure & { contentId: string } }
/** Why a student may not work on a lesson. */
export type NotOpen = LessonClosed | Refusal<'not-found' | 'not-enrolled'>

export const lessonClosed = (contentId: string, closure: LessonClosure): LessonClosed => ({
  outcome: 'lesson-closed',
  data: { ...closure, contentId },
})

/**
 * Why a lesson is closed to a student; null when it is open. Free previews are open, and what a student completed stays open whatever the
 * pace becomes. Callers skip this check for staff of the course.
 */
export function lessonClosure(
  lesson: Lesson,
  previousId: string | null,
  { pace, grantedAt, now, isCompleted }: Study,
): LessonClosure | null {
  if (pace === 'free' || lesson.isPreview || isCompleted(lesson.id)) return null
  if (pace === 'sequence') return previousId === null || isCompleted(previousId) ? null : { opensAfter: previousId }
  const opensAt = startOfDayAfter(grantedAt, lesson.dripDays ?? 0)
  return opensAt <= now ? null : { opensAt: opensAt.toISOString() }
}

/** The closed lessons of a course, given all its lessons in order. */
export function lessonClosures(lessons: readonly Lesson[], study: Study): Map<string, LessonClosure> {
  const closed = lessons.flatMap((lesson, index): [string, LessonClosure][] => {
    const closure = lessonClosure(lesson, lessons[index - 1]?.id ?? null, study)
    return closure ? [[lesson.id, closure]] : []
  })
  return new Map(closed)
}

/** Midnight in western Indonesia at the start of the day that is so many days after the day of this time. */
const startOfDayAfter = (instant: Date, days: number): Date =>
  jakartaMidnight(jakartaDay(new Date(instant.getTime() + days * dayMs)))
