import type { LessonSummary } from '#contract/catalog/catalog.ts'

/** The visible names of the types of lessons. */
export const lessonTypeLabels = {
  video: 'Video',
  text: 'Artikel',
  quiz: 'Kuis',
  assignment: 'Tugas',
  code: 'Latihan kode',
} as const

/** The types of lessons that occur, such as "video, artikel, dan kuis". Without Intl, whose first use takes about 0.1 s on a cheap phone. */
export function describeLessonTypes(lessons: readonly LessonSummary[]): string {
  const occurring = Object.entries(lessonTypeLabels).flatMap(([type, name]) =>
    lessons.some((lesson) => lesson.type === type) ? name.toLowerCase() : [],
  )
  const [last = '', ...others] = occurring.toReversed()
  if (others.length === 0) return last
  return `${others.toReversed().join(', ')}${others.length > 1 ? ',' : ''} dan ${last}`
}
