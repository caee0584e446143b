import { thumbnailUrl, type Catalog } from '#server/catalog/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { ItemSource } from './item.ts'

export function courseItems({ catalog, learning }: { catalog: Catalog; learning: Learning }): ItemSource {
  return {
    async findForSale(courseId, tx) {
      const course = await catalog.findCourse(courseId, tx)
      if (course?.status !== 'published' || course.priceIdr === null) return null
      const { id, title, priceIdr, discountPercent, categoryId, instructorId, lessonCount } = course
      return { kind: 'course', id, title, priceIdr, discountPercent, categoryId, instructorId, isEmpty: lessonCount === 0 }
    },
    async describe(courseIds) {
      const found = await catalog.listCoursesById([...new Set(courseIds)])
      const lessons = await catalog.listLessonSummariesByCourse(found.map(({ id }) => id))
      return new Map(found.map((course) => [course.id, { title: course.title, thumbnail: thumbnailUrl(course), details: lessons.get(course.id) ?? [] }]))
    },
    isOwned: (userId, courseId, tx) => learning.isEnrolled(userId, courseId, tx),
    grant: (tx, { itemId, ...grant }) => learning.enroll(tx, { ...grant, courseId: itemId }),
    revoke: (tx, sourceRef) => learning.revokePurchase(tx, sourceRef),
    extras: ['Akses selamanya', 'Sertifikat'],
  }
}
