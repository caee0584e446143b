import { dayMs } from '#contract/kit/durations.ts'
import type { CoursePace, LessonClosure } from '#contract/catalog/catalog.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import type { GroupStart } from '#server/groups/index.ts'
import type { Refusal } from '#server/platform/outcomes.ts'

type Lesson = { id: string; isPreview: boolean; /** The chapter's; null without one. */ dripDays: number | null }
/** Start and end of a student's access to a course. */
export type StudyRight = {
  grantedAt: Date
  endsAt: Date | null
  /** Days that had begun before the student moved to a later group. */
  openedDays: number | null
  /** Null: in none. */
  group: GroupStart | null
}
type Course = { pace: CoursePace; cohortsSince: Date | null }
type Study = { course: Course; right: StudyRight; now: Date; isCompleted: (lessonId: string) => boolean }

export type LessonClosed = { outcome: 'lesson-closed'; data: LessonClosure & { contentId: string } }
/** Why a student may not work on a lesson. */
export type NotOpen = LessonClosed | Refusal<'not-found' | 'not-enrolled'>

export const lessonClosed = (contentId: string, closure: LessonClosure): LessonClosed => ({
  outcome: 'lesson-closed',
  data: { ...closure, contentId },
})

/**
 * Why a lesson is closed to a student; null when it is open: the one place that decides whether a student may study something now. Free
 * previews are open, and what a student completed stays open whatever the pace becomes. Callers skip this check for staff of the course.
 */
export function lessonClosure(lesson: Lesson, previousId: string | null, study: Study): LessonClosure | null {
  const { course, right, now, isCompleted } = study
  if (lesson.isPreview) return null
  if (right.endsAt !== null && right.endsAt <= now) return { endedAt: right.endsAt.toISOString() }
  if (isCompleted(lesson.id)) return null
  const days = course.pace === 'drip' ? (lesson.dripDays ?? 0) : 0
  return startClosure(days, study) ?? (course.pace === 'sequence' ? sequenceClosure(previousId, isCompleted) : null)
}

/** Lessons of a cohort open with its start, others with the enrolment. A cancelled cohort keeps open what it had opened, and is none otherwise. */
function startClosure(days: number, { course, right, now }: Study): LessonClosure | null {
  if (Math.max(right.openedDays ?? -1, right.group?.openedDays ?? -1) >= days) return null
  const group = right.group?.isCancelled ? null : right.group
  if (group === null && needsCohort(course, right)) return { opensWith: 'cohort' }
  if (group === null && course.pace !== 'drip') return null
  const start = group?.startsOn == null ? right.grantedAt : jakartaMidnight(group.startsOn)
  const opensAt = startOfDayAfter(start, days)
  return opensAt <= now ? null : { opensAt: opensAt.toISOString() }
}

/**
 * True when the lessons wait for the student's choice: not of who enrolled before the course had cohorts, and of nobody once the course is
 * sold without them, because then there is none to choose.
 */
const needsCohort = ({ cohortsSince }: Pick<Course, 'cohortsSince'>, right: StudyRight): boolean =>
  cohortsSince !== null && (right.group?.kind === 'cohort' ? right.group.isCancelled : right.grantedAt >= cohortsSince)

const sequenceClosure = (previousId: string | null, isCompleted: Study['isCompleted']): LessonClosure | null =>
  previousId === null || isCompleted(previousId) ? null : { opensAfter: previousId }

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
