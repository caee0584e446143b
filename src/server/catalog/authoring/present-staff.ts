import type { StaffContent, StaffCourse, StaffCourseDetail } from '#contract/authoring.ts'
import { presentCard, thumbnailUrl, type ContentRow } from '#server/catalog/present.ts'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import type { Person } from '#server/identity/index.ts'

export function presentStaffCourse(course: CourseRow, instructor: Person | undefined): StaffCourse {
  return {
    ...presentCard(course, instructor),
    instructor: { _id: course.instructorId, name: instructor?.name ?? '', avatar: instructor?.avatar ?? '' },
    status: course.status,
    updatedAt: course.updatedAt.toISOString(),
    version: course.version,
  }
}

export function presentStaffContent(content: ContentRow, { withText }: { withText: boolean }): StaffContent {
  return {
    _id: content.id,
    courseId: content.courseId,
    title: content.title,
    type: content.type,
    isPreview: content.isPreview,
    readingMinutes: content.readingMinutes,
    ...(content.youtubeId === null ? {} : { youtubeId: content.youtubeId }),
    ...(withText && content.bodyHtml !== null ? { text: content.bodyHtml } : {}),
    updatedAt: content.updatedAt.toISOString(),
    version: content.version,
  }
}

export function presentStaffCourseDetail(
  course: CourseRow,
  instructor: Person | undefined,
  contents: readonly ContentRow[],
  { withText, certificateCount }: { withText: boolean; certificateCount: number },
): StaffCourseDetail {
  return {
    ...presentStaffCourse(course, instructor),
    description: course.description,
    uploadedThumbnail: course.thumbnail === null ? null : thumbnailUrl(course),
    certificateCount,
    details: contents.map((content) => presentStaffContent(content, { withText })),
  }
}
