import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import type { PossibleInstructor, StaffContent, StaffCourse, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { presentCard, presentVideo, thumbnailUrl, type ContentRow } from '#server/catalog/present.ts'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import type { ChapterRow } from '#server/catalog/chapters.ts'
import { highlightCode } from '#server/platform/rich-text/index.ts'
import type { UserProfile } from '#server/identity/index.ts'

export function presentStaffCourse(course: CourseRow, instructor: UserProfile | undefined): StaffCourse {
  return {
    ...presentCard(course, instructor),
    price: course.priceIdr,
    instructor: { _id: course.instructorId, name: instructor?.name ?? '', avatar: instructor?.avatar ?? '' },
    status: course.status,
    pace: course.pace,
    updatedAt: course.updatedAt.toISOString(),
    version: course.version,
  }
}

export const presentPossibleInstructor = ({ id, name, email }: { id: string; name: string; email: string }): PossibleInstructor => ({ _id: id, name, email })

export function presentStaffContent(content: ContentRow, { text }: { text: 'none' | 'as written' | 'as shown' }): StaffContent {
  return {
    _id: content.id,
    courseId: content.courseId,
    chapterId: content.chapterId,
    title: content.title,
    type: content.type,
    isPreview: content.isPreview,
    readingMinutes: content.readingMinutes,
    ...presentVideo(content),
    ...(content.youtubeId === null ? {} : { youtubeId: content.youtubeId }),
    ...(content.mediaId === null ? {} : { uploadId: content.mediaId }),
    ...(content.poster === null ? {} : { poster: `/uploads/${content.poster}` }),
    ...(text !== 'none' && content.bodyHtml !== null ? { text: text === 'as shown' ? highlightCode(content.bodyHtml) : content.bodyHtml } : {}),
    updatedAt: content.updatedAt.toISOString(),
    version: content.version,
  }
}

export const presentStaffChapter = ({ id, title, dripDays }: ChapterRow): StaffChapter => ({ _id: id, title, dripDays })

export function presentStaffCourseDetail(
  course: CourseRow,
  instructor: UserProfile | undefined,
  { chapters, contents }: { chapters: readonly ChapterRow[]; contents: readonly ContentRow[] },
  { withText, certificateCount, questionCounts }: { withText: boolean; certificateCount: number; questionCounts: ReadonlyMap<string, number> },
): StaffCourseDetail {
  return {
    ...presentStaffCourse(course, instructor),
    description: course.description,
    learn: course.learn,
    uploadedThumbnail: course.thumbnail === null ? null : thumbnailUrl(course),
    certificateCount,
    chapters: chapters.map(presentStaffChapter),
    details: contents.map((content) => ({
      ...presentStaffContent(content, { text: withText ? 'as shown' : 'none' }),
      ...(content.type === 'quiz' ? { questionCount: questionCounts.get(content.id) ?? 0 } : {}),
    })),
  }
}
