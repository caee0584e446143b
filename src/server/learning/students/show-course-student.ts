import { and, eq } from 'drizzle-orm'
import type { CourseStudentDetail } from '#contract/learning/course-students.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { certificates } from '#server/learning/certificates/tables.ts'
import { completions } from '#server/learning/tables.ts'
import { findCourseStudent, type ListDeps } from './list-course-students.ts'
import { findOwnCourse } from './own-course.ts'

/** Shows staff one student of their course; null when the course is not found, or the student is not enrolled. */
export async function showCourseStudent(
  deps: ListDeps,
  staff: Viewer,
  { courseId, studentId }: { courseId: string; studentId: string },
): Promise<CourseStudentDetail | null> {
  const { database, catalog } = deps
  const course = await findOwnCourse(deps, staff, courseId)
  const student = course && (await findCourseStudent(deps, courseId, studentId))
  if (!student) return null
  const ofStudent = (table: typeof completions | typeof certificates) =>
    and(eq(table.userId, studentId), eq(table.courseId, course.id))
  const done = await database.query.select().from(completions).where(ofStudent(completions))
  const completedAt = new Map(done.map((row) => [row.lessonId, row.completedAt]))
  const chapters = new Map((await catalog.listChapters(course.id)).map(({ id, title }) => [id, title]))
  const [certificate] = await database.query.select().from(certificates).where(ofStudent(certificates))
  return {
    ...student,
    course: { _id: course.id, title: course.title },
    lessons: (await catalog.listLessonSummaries(course.id)).map(({ id, title, type, chapterId }) => ({
      _id: id,
      title,
      type,
      chapter: chapters.get(chapterId ?? '') ?? null,
      completedAt: completedAt.get(id)?.toISOString() ?? null,
    })),
    certificate: certificate
      ? { _id: certificate.id, issuedAt: certificate.issuedAt.toISOString(), isRevoked: certificate.revokedAt !== null }
      : null,
  }
}
