import type { LessonType } from './course-rules.ts'

/** Minutes of a lesson whose length is not known: videos on YouTube, quizzes and assignments. */
export const usualMinutes: Readonly<Record<LessonType, number>> = {
  video: 10,
  text: 5,
  quiz: 10,
  assignment: 60,
  code: 20,
}

type Lesson = { type: LessonType; readingMinutes: number | null; durationSeconds?: number | null | undefined }

export const wholeMinutes = (minutes: number): number => Math.max(1, Math.round(minutes))

/** Minutes of these lessons, at least 1; lessons of unknown length count with the usual minutes. */
export const lessonMinutes = (lessons: readonly Lesson[]): number =>
  wholeMinutes(
    lessons.reduce(
      (sum, { type, readingMinutes, durationSeconds }) =>
        sum + (readingMinutes ?? (durationSeconds ? durationSeconds / 60 : usualMinutes[type])),
      0,
    ),
  )
