import { percentDone } from '#contract/kit/percent.ts'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { presentContent, thumbnailUrl, type ContentSummaryRow, type CourseRow, type ChapterRow } from '#server/catalog/index.ts'
import type { Enrollment } from './enrolment/enroll.ts'
import { isNewLesson } from './lessons/is-new-lesson.ts'

type Enrolled = {
  enrollment: Enrollment
  row: CourseRow
  card: CourseCard
  contents: readonly ContentSummaryRow[]
  chapters: readonly ChapterRow[]
  completedContentIds: readonly string[]
  certificateId: string | undefined
}

/** A course in the student's course list. */
export function presentEnrolled({ enrollment, row, card, contents, chapters, completedContentIds, certificateId }: Enrolled): EnrolledCourse {
  const done = new Set(completedContentIds)
  const completed = contents.filter((content) => done.has(content.id)).length
  const isDone = enrollment.finishedAt !== null || (contents.length > 0 && completed === contents.length)
  return {
    _id: card._id,
    title: card.title,
    thumbnail: thumbnailUrl(row),
    category: card.category,
    instructor: card.instructor,
    progress: percentDone(completed, contents.length),
    lessonsCompleted: completed,
    lessonCount: contents.length,
    lastAccessed: enrollment.lastAccessedAt?.toISOString() ?? null,
    enrolledAt: enrollment.grantedAt.toISOString(),
    certificateAvailable: certificateId !== undefined || isDone,
    ...(certificateId ? { certificateId } : {}),
    details: contents.map((content) => ({
      ...presentContent(content, { open: false, withText: false }),
      ...(isNewLesson(enrollment, content, done) ? { isNew: true } : {}),
    })),
    chapters: chapters.flatMap(({ id, title }) => {
      const ofChapter = contents.filter(({ chapterId }) => chapterId === id)
      const lessonsCompleted = ofChapter.filter((content) => done.has(content.id)).length
      return ofChapter.length > 0 ? [{ _id: id, title, lessonsCompleted, lessonCount: ofChapter.length }] : []
    }),
  }
}
