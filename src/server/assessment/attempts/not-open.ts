import type { LessonClosure } from '#contract/catalog/catalog.ts'
import type { StudyOutcome } from '#server/learning/index.ts'

type NotOpenErrors = { NOT_FOUND(): Error; NOT_ENROLLED(): Error; LESSON_CLOSED(options: { data: LessonClosure & { contentId: string } }): Error }

/** The error for a lesson that the student may not work on. */
export function notOpen(study: Exclude<StudyOutcome, { outcome: 'open' }>, lessonId: string, errors: NotOpenErrors): Error {
  if (study.outcome === 'closed') return errors.LESSON_CLOSED({ data: { ...study.closure, contentId: lessonId } })
  return study.outcome === 'not-enrolled' ? errors.NOT_ENROLLED() : errors.NOT_FOUND()
}
