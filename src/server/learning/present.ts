import { percentDone } from '#contract/kit/format/percent.ts'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import {
  presentLesson,
  thumbnailUrl,
  type LessonSummaryRow,
  type CourseRow,
  type ChapterRow,
} from '#server/catalog/index.ts'
import type { CertificateOfCourse } from './certificates/valid-certificates.ts'
import type { Enrollment } from './memberships.ts'
import { isNewLesson } from './lessons/is-new-lesson.ts'

type Enrolled = {
  enrollment: Enrollment
  row: CourseRow
  card: CourseCard
  lessons: readonly LessonSummaryRow[]
  chapters: readonly ChapterRow[]
  completedLessonIds: readonly string[]
  certificate: CertificateOfCourse | undefined
}

/** A course in the student's course list. */
export function presentEnrolled({
  enrollment,
  row,
  card,
  lessons,
  chapters,
  completedLessonIds,
  certificate,
}: Enrolled): EnrolledCourse {
  const done = new Set(completedLessonIds)
  const completed = lessons.filter((lesson) => done.has(lesson.id)).length
  const isDone = enrollment.finishedAt !== null || (lessons.length > 0 && completed === lessons.length)
  return {
    _id: card._id,
    title: card.title,
    thumbnail: thumbnailUrl(row),
    category: card.category,
    instructor: card.instructor,
    progress: percentDone(completed, lessons.length),
    lessonsCompleted: completed,
    lessonCount: lessons.length,
    lastAccessed: enrollment.lastAccessedAt?.toISOString() ?? null,
    enrolledAt: enrollment.grantedAt.toISOString(),
    finishedAt: enrollment.finishedAt?.toISOString() ?? null,
    certificateAvailable: certificate ? !certificate.isRevoked : isDone,
    ...(certificate && !certificate.isRevoked ? { certificateId: certificate.id } : {}),
    details: lessons.map((lesson) => ({
      ...presentLesson(lesson, { open: false, show: null }),
      ...(isNewLesson(enrollment, lesson, done) ? { isNew: true } : {}),
    })),
    chapters: chapters.flatMap(({ id, title }) => {
      const ofChapter = lessons.filter(({ chapterId }) => chapterId === id)
      const lessonsCompleted = ofChapter.filter((lesson) => done.has(lesson.id)).length
      return ofChapter.length > 0 ? [{ _id: id, title, lessonsCompleted, lessonCount: ofChapter.length }] : []
    }),
  }
}
