type Done = { courseId: string; completedLessons: number }
type Course = { id: string; lessonCount: number }

const share = (done: number, all: number): number => (all === 0 ? 0 : Math.min(1, done / all))

/** The percent of the course that was studied most: one finished course of a bundle uses the seat. */
export const highestPercent = (rights: readonly Done[], courses: readonly Course[]): number =>
  100 *
  Math.max(
    0,
    ...rights.map(({ courseId, completedLessons }) =>
      share(completedLessons, courses.find(({ id }) => id === courseId)?.lessonCount ?? 0),
    ),
  )

/** The percent of all lessons together, 0 to 100. */
export function percentOf(rights: readonly Done[], courses: readonly Course[]): number {
  const lessonsOf = ({ courseId }: Done) => courses.find(({ id }) => id === courseId)?.lessonCount ?? 0
  const all = rights.reduce((sum, right) => sum + lessonsOf(right), 0)
  const done = rights.reduce((sum, right) => sum + Math.min(right.completedLessons, lessonsOf(right)), 0)
  return Math.round(100 * share(done, all))
}
