import type { EnrolledCourse } from '#contract/learning/learning.ts'

/** The unfinished course opened last; if none was opened yet, the newest. */
export function courseToContinue(courses: readonly EnrolledCourse[]): EnrolledCourse | undefined {
  const unfinished = courses.filter((course) => course.lessonCount > 0 && course.progress < 100)
  return unfinished.toSorted((a, b) => (b.lastAccessed ?? '').localeCompare(a.lastAccessed ?? ''))[0]
}
