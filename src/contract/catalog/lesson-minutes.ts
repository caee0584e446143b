import type { LessonType } from './course-rules.ts'

/** What a lesson takes where its length is not known: of videos on YouTube, quizzes and assignments. */
const usualMinutes: Readonly<Record<LessonType, number>> = { video: 10, text: 5, quiz: 10, assignment: 60, code: 20 }

type Lesson = { type: LessonType; readingMinutes: number | null; durationSeconds?: number | null | undefined }

/** What lessons take: what is known of it, and the usual for the others. At least a minute. */
export const lessonMinutes = (lessons: readonly Lesson[]): number =>
  Math.max(
    1,
    Math.round(
      lessons.reduce(
        (sum, { type, readingMinutes, durationSeconds }) =>
          sum + (readingMinutes ?? (durationSeconds ? durationSeconds / 60 : usualMinutes[type])),
        0,
      ),
    ),
  )
