import type { ExerciseProblem } from '#contract/catalog/exercise-problems.ts'
import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import type { PossibleInstructor, StaffLesson, StaffCourse, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import {
  enrolmentOf,
  presentCard,
  presentDetails,
  presentVideo,
  roleIn,
  thumbnailUrl,
  type LessonRow,
  type CourseRow,
  type ChapterRow,
} from '#server/catalog/index.ts'
import type { UserProfile } from '#server/identity/index.ts'

type People = ReadonlyMap<string, UserProfile>

export function presentStaffCourse(
  course: CourseRow,
  {
    people,
    shares,
    viewerId,
    isInReview,
  }: { people: People; shares: readonly InstructorShare[]; viewerId: string; isInReview: boolean },
): StaffCourse {
  const instructor = people.get(course.instructorId)
  return {
    ...presentCard(course, instructor),
    price: course.priceIdr,
    instructor: { _id: course.instructorId, name: instructor?.name ?? '', avatar: instructor?.avatar ?? '' },
    instructors: shares.map(({ userId, sharePercent }) => ({
      userId,
      name: people.get(userId)?.name ?? '',
      sharePercent,
    })),
    teachers: course.teachers.map(({ userId, role }) => ({ userId, name: people.get(userId)?.name ?? '', role })),
    myRole: roleIn(viewerId, course),
    status: isInReview ? 'in-review' : course.status,
    pace: course.pace,
    enrolment: enrolmentOf(course),
    updatedAt: course.updatedAt.toISOString(),
    version: course.version,
  }
}

export const presentPossibleInstructor = ({
  id,
  name,
  email,
}: {
  id: string
  name: string
  email: string
}): PossibleInstructor => ({ _id: id, name, email })

export function presentStaffLesson(
  lesson: LessonRow,
  { text }: { text: 'none' | 'as written' | ((html: string) => string) },
): StaffLesson {
  return {
    _id: lesson.id,
    courseId: lesson.courseId,
    chapterId: lesson.chapterId,
    title: lesson.title,
    type: lesson.type,
    isPreview: lesson.isPreview,
    status: lesson.status,
    readingMinutes: lesson.readingMinutes,
    ...presentVideo(lesson),
    ...(lesson.youtubeId === null ? {} : { youtubeId: lesson.youtubeId }),
    ...(lesson.mediaId === null ? {} : { uploadId: lesson.mediaId }),
    ...(lesson.poster === null ? {} : { poster: `/uploads/${lesson.poster}` }),
    ...(text !== 'none' && lesson.bodyHtml !== null
      ? { text: typeof text === 'function' ? text(lesson.bodyHtml) : lesson.bodyHtml }
      : {}),
    updatedAt: lesson.updatedAt.toISOString(),
    version: lesson.version,
  }
}

export const presentStaffChapter = ({ id, title, dripDays }: ChapterRow): StaffChapter => ({ _id: id, title, dripDays })

export function presentStaffCourseDetail(
  course: CourseRow,
  shown: StaffCourse,
  { chapters, lessons }: { chapters: readonly ChapterRow[]; lessons: readonly LessonRow[] },
  {
    show,
    certificateCount,
    figures,
    questionCounts,
    exerciseProblems,
    ...reviewed
  }: Pick<StaffCourseDetail, 'certificateCount' | 'figures' | 'remarks' | 'review' | 'mustBeReviewed'> & {
    /** Null for lessons without their texts. */
    show: ((html: string) => string) | null
    questionCounts: ReadonlyMap<string, number>
    exerciseProblems: ReadonlyMap<string, ExerciseProblem[]>
  },
): StaffCourseDetail {
  return {
    ...shown,
    description: course.description,
    learn: course.learn,
    certificate: presentDetails(course.certificate),
    uploadedThumbnail: course.thumbnail === null ? null : thumbnailUrl(course),
    certificateCount,
    figures,
    ...reviewed,
    chapters: chapters.map(presentStaffChapter),
    sections: chapters.map(presentStaffChapter),
    details: lessons.map((lesson) => ({
      ...presentStaffLesson(lesson, { text: show ?? 'none' }),
      sectionId: lesson.chapterId,
      ...(lesson.type === 'quiz' ? { questionCount: questionCounts.get(lesson.id) ?? 0 } : {}),
      ...(lesson.type === 'code' ? { exerciseProblems: exerciseProblems.get(lesson.id) ?? [] } : {}),
    })),
  }
}
