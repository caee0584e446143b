import type { CourseCard } from '#contract/catalog/catalog.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'

const recommendedCount = 3

/** Courses that the student does not have, those of categories already studied first. Each group keeps the order of the list. */
export function recommend(all: readonly CourseCard[], mine: readonly EnrolledCourse[]): CourseCard[] {
  const owned = new Set(mine.map((course) => course._id))
  const categories = new Set(mine.map((course) => course.category._id))
  const others = all.filter((course) => !owned.has(course._id))
  return [
    ...others.filter((course) => categories.has(course.categoryId)),
    ...others.filter((course) => !categories.has(course.categoryId)),
  ].slice(0, recommendedCount)
}
