import type { LessonFigures } from '#contract/catalog/course-figures.ts'

/** With fewer students a percentage says nothing: one of them would change it by more than it means. */
const fewest = 5
/** From this percent on nobody has to look. */
const fine = 75

/** The lesson at which the largest part of the students stops; null where too few had one open, or most complete all of them. */
export function findStop(lessons: readonly LessonFigures[]): string | null {
  const counted = lessons.filter(({ opened, percent }) => opened >= fewest && percent < fine)
  const [worst] = counted.toSorted((a, b) => a.percent - b.percent || b.opened - a.opened)
  return worst?.contentId ?? null
}

/** The percent of a lesson, where enough students had it open. */
export const percentOf = ({ opened, percent }: LessonFigures): number | null => (opened >= fewest ? percent : null)
