import { thumbnailUrl, type Catalog, type CourseRow } from '#server/catalog/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Item, ItemSource } from './item.ts'

export function courseItems({ catalog, learning }: { catalog: Catalog; learning: Learning }): ItemSource {
  return {
    async listForSale(courseIds, queryable) {
      const courses = await catalog.listCoursesById([...new Set(courseIds)], queryable)
      const sales = await catalog.findSalePrices(courses, queryable)
      const shares = await catalog.findInstructorShares(
        courses.map(({ id }) => id),
        queryable,
      )
      return courses.flatMap(
        (course) => toItem(course, { sale: sales.get(course.id) ?? null, shares: shares.get(course.id) ?? [] }) ?? [],
      )
    },
    async describe(courseIds, { withDetails = false } = {}) {
      const found = await catalog.listCoursesById([...new Set(courseIds)])
      const lessons = await catalog.listLessonSummariesByCourse(withDetails ? found.map(({ id }) => id) : [])
      return new Map(
        found.map((course) => [
          course.id,
          { title: course.title, thumbnail: thumbnailUrl(course), details: lessons.get(course.id) ?? [] },
        ]),
      )
    },
    listOwned: (userId, courseIds, tx) => learning.listEnrolledAmong(userId, courseIds, tx),
    isOwned: (userId, courseId, tx) => learning.isEnrolled(userId, courseId, tx),
    readPercent: (userId, courseId, tx) => learning.readPercent(tx, { userId, courseId }),
    listLeftCohorts: learning.listLeftCohorts,
    grant: (tx, { itemId, ...grant }) => learning.enroll(tx, { ...grant, courseId: itemId }),
    revoke: (tx, { userId, itemId, sourceRef }, how) =>
      learning.revokePurchase(tx, { sourceRef, ...how, of: userId === null ? null : { userId, courseId: itemId } }),
    extras: ['Akses selamanya', 'Sertifikat'],
  }
}

function toItem(course: CourseRow, { sale, shares }: Pick<Item, 'sale' | 'shares'>): Item | null {
  const { id, title, status, priceIdr, discountPercent, categoryId, instructorId, lessonCount, cohortsSince } = course
  if (status !== 'published' || priceIdr === null) return null
  return {
    kind: 'course',
    id,
    title,
    priceIdr,
    discountPercent,
    sale,
    categoryId,
    instructorId,
    shares,
    coTeachers: course.teachers.filter(({ role }) => role === 'co-teacher').map(({ userId }) => userId),
    isEmpty: lessonCount === 0,
    hasCohorts: cohortsSince !== null,
  }
}
