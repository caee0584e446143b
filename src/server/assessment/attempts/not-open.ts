import type { LessonClosure } from '#contract/catalog/catalog.ts'
import type { StudyOutcome } from '#server/learning/index.ts'
import type { Refusal } from '#server/platform/outcomes.ts'

export type NotOpen = Refusal<'not-found' | 'not-enrolled'> | { outcome: 'lesson-closed'; data: LessonClosure & { contentId: string } }

/** Why a student may not work on a lesson. */
export const notOpen = (study: Exclude<StudyOutcome, { outcome: 'open' }>, lessonId: string): NotOpen =>
  study.outcome === 'closed' ? { outcome: 'lesson-closed', data: { ...study.closure, contentId: lessonId } } : study
