import type { EnrolledCourse } from '#contract/learning/learning.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { certificatesOf } from '#server/learning/certificates/valid-certificates.ts'
import { presentEnrolled } from '#server/learning/present.ts'
import { listEnrollments } from './progress.ts'

/** The courses that a student may study, last opened first. */
export async function listEnrolledCourses(
  { database, catalog }: { database: Database; catalog: Catalog },
  userId: string,
): Promise<EnrolledCourse[]> {
  const mine = await listEnrollments(database.query, userId)
  const certificates = await certificatesOf(database.query, userId)
  const rows = new Map(
    (await catalog.listCoursesById(mine.map(({ enrollment }) => enrollment.courseId))).map((row) => [row.id, row]),
  )
  const cards = new Map((await catalog.toCards([...rows.values()])).map((card) => [card._id, card]))
  const lessonsByCourse = await catalog.listLessonSummariesByCourse([...rows.keys()])
  const chaptersByCourse = await catalog.listChaptersByCourse([...rows.keys()])
  return mine.flatMap(({ enrollment, completedLessonIds }) => {
    const row = rows.get(enrollment.courseId)
    const card = cards.get(enrollment.courseId)
    const lessons = lessonsByCourse.get(enrollment.courseId) ?? []
    const chapters = chaptersByCourse.get(enrollment.courseId) ?? []
    const certificate = certificates.get(enrollment.courseId)
    return row && card
      ? [presentEnrolled({ enrollment, row, card, lessons, chapters, completedLessonIds, certificate })]
      : []
  })
}
