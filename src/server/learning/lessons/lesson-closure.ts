import { dayMs } from '#contract/kit/durations.ts'
import type { CoursePace, LessonClosure } from '#contract/catalog/catalog.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'

type Lesson = { id: string; isPreview: boolean; /** Of its chapter; null without one. */ dripDays: number | null }
type Study = { pace: CoursePace; grantedAt: Date; now: Date; isCompleted: (lessonId: string) => boolean }

/**
 * Why a lesson is closed to a student; null when it is open. Free previews are open, and what a student completed stays open whatever the
 * pace becomes. Callers skip this check for staff of the course.
 */
export function lessonClosure(lesson: Lesson, previousId: string | null, { pace, grantedAt, now, isCompleted }: Study): LessonClosure | null {
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
const startOfDayAfter = (instant: Date, days: number): Date => jakartaMidnight(jakartaDay(new Date(instant.getTime() + days * dayMs)))
