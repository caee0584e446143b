import type { EnrolledCourse } from '#contract/learning.ts'

/** The unfinished course that was open last; before the first one was opened, the newest. */
export function whereToGoOn(courses: readonly EnrolledCourse[]): EnrolledCourse | undefined {
  const underWay = courses.filter((course) => course.lessonCount > 0 && course.progress < 100)
  return underWay.toSorted((a, b) => (b.lastAccessed ?? '').localeCompare(a.lastAccessed ?? ''))[0]
}
