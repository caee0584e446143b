import { thumbnailUrl, type Catalog } from '#server/catalog/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { ItemFace, ItemSource } from './item.ts'

export function courseItems({ catalog, learning }: { catalog: Catalog; learning: Learning }): ItemSource {
  return {
    async findForSale(courseId, tx) {
      const course = await catalog.findCourse(courseId, tx)
      if (course?.status !== 'published') return null
      const { id, title, priceIdr, discountPercent, categoryId, instructorId } = course
      return { kind: 'course', id, title, priceIdr, discountPercent, categoryId, instructorId }
    },
    async describe(courseIds) {
      const faces = new Map<string, ItemFace>()
      for (const course of await catalog.findCourses([...new Set(courseIds)])) {
        faces.set(course.id, { title: course.title, thumbnail: thumbnailUrl(course), details: await catalog.listContents(course.id) })
      }
      return faces
    },
    isOwned: (userId, courseId, tx) => learning.isEnrolled(userId, courseId, tx),
    grant: (tx, { itemId, ...grant }) => learning.enroll(tx, { ...grant, courseId: itemId }),
    revoke: (tx, sourceRef) => learning.revoke(tx, sourceRef),
    extras: ['Akses selamanya', 'Sertifikat'],
  }
}
