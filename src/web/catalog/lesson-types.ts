import type { ContentSummary } from '#contract/catalog.ts'

/** The names of the types of lessons. */
export const lessonTypes = { video: 'Video', text: 'Artikel', quiz: 'Kuis', assignment: 'Tugas' } as const

/** The types of lessons that occur, such as "video, artikel, dan kuis". */
export const listLessonTypes = (lessons: readonly ContentSummary[]): string =>
  new Intl.ListFormat('id')
    .format(Object.entries(lessonTypes).flatMap(([type, name]) => (lessons.some((lesson) => lesson.type === type) ? name : [])))
    .toLowerCase()
