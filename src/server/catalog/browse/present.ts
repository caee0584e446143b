import type { CourseCertificate } from '#contract/catalog/course-certificate.ts'
import { categorySlug, type Category, type LessonSummary, type CourseCard } from '#contract/catalog/catalog.ts'
import { coverVersion } from '#server/platform/covers/index.ts'
import { percentOff, type SalePrice } from '#server/commerce/prices/index.ts'
import type { UserProfile } from '#server/identity/index.ts'
import type { CourseRow } from './list-courses.ts'
import type { lessonFiles, LessonSummaryRow } from '#server/catalog/tables.ts'

/** The uploaded thumbnail, else the generated cover of the category. */
export function thumbnailUrl(course: Pick<CourseRow, 'id' | 'thumbnail' | 'category'>): string {
  if (course.thumbnail) return `/uploads/${course.thumbnail}`
  return `/cover/${encodeURIComponent(course.category?.slug ?? 'kelas')}/${course.id}.svg?v=${coverVersion}`
}

/** `sale` and `promo`: null for staff, who see the price that they entered. */
export function presentCard(
  course: CourseRow,
  instructor: UserProfile | undefined,
  sale: SalePrice | null = null,
  promo: CourseCard['promo'] = null,
): CourseCard {
  return {
    _id: course.id,
    title: course.title,
    name: course.title,
    tagline: course.tagline,
    thumbnail: thumbnailUrl(course),
    categoryId: course.category?.id ?? '',
    category: presentCategoryRef(course.category),
    price: sale?.askedIdr ?? course.priceIdr ?? 0,
    discount: sale ? percentOff(sale) : course.discountPercent,
    ...(sale && { sale: { price: sale.priceIdr, endsAt: sale.endsAt.toISOString() } }),
    ...(promo && { promo }),
    levels: course.level,
    instructor: { name: instructor?.name ?? '', avatar: instructor?.avatar ?? '', slug: instructor?.slug ?? null },
    rating: course.ratingCount === 0 ? 0 : Math.round((course.ratingSum / course.ratingCount) * 10) / 10,
    ratingCount: course.ratingCount,
    students: course.studentCount,
    enrollmentCount: course.studentCount,
    lessonCount: course.lessonCount,
    publishedAt: (course.publishedAt ?? course.updatedAt).toISOString(),
  }
}

const presentCategoryRef = (category: CourseRow['category']) => ({
  _id: category?.id ?? '',
  name: category?.name ?? '',
  slug: category?.slug ?? '',
})

export function presentCategory(row: {
  id: string
  name: string
  group: Category['group']
  isInMenu: boolean
  courseCount: number
}): Category {
  return {
    _id: row.id,
    name: row.name,
    slug: categorySlug(row.name),
    group: row.group,
    ...(row.isInMenu ? {} : { isInMenu: false }),
    courseCount: row.courseCount,
  }
}

const isVideoMissing = ({
  type,
  youtubeId,
  mediaId,
}: Pick<LessonSummaryRow, 'type' | 'youtubeId' | 'mediaId'>): boolean =>
  type === 'video' && youtubeId === null && mediaId === null

/** The video of a lesson as far as everyone may know it. */
export function presentVideo({
  type,
  youtubeId,
  mediaId,
  durationSeconds,
}: LessonSummaryRow): Pick<LessonSummary, 'source' | 'durationSeconds' | 'isVideoMissing'> {
  if (type !== 'video') return {}
  if (isVideoMissing({ type, youtubeId, mediaId })) return { isVideoMissing: true }
  return { source: mediaId === null ? 'youtube' : 'upload', ...(durationSeconds === null ? {} : { durationSeconds }) }
}

/** A lesson for the outline; its body only when `open` says that this viewer may study it. */
export function presentLesson(
  lesson: LessonSummaryRow & {
    bodyHtml?: string | null
    captions?: string[]
    videoBytes?: number | null
    files?: readonly Pick<typeof lessonFiles.$inferSelect, 'id' | 'name' | 'bytes'>[]
  },
  /** Without `show` the lesson comes without its text. */
  { open, show }: { open: boolean; show: ((html: string) => string) | null },
): LessonSummary {
  return {
    _id: lesson.id,
    title: lesson.title,
    type: lesson.type,
    courseId: lesson.courseId,
    isPreview: lesson.isPreview,
    readingMinutes: lesson.readingMinutes,
    // Without YouTube's, which every lesson of the outline would repeat.
    ...(lesson.mediaId === null ? {} : presentVideo(lesson)),
    ...(open && isVideoMissing(lesson) ? { isVideoMissing: true } : {}),
    ...(open && lesson.youtubeId !== null ? { youtubeId: lesson.youtubeId } : {}),
    ...(open && lesson.poster !== null ? { poster: `/uploads/${lesson.poster}` } : {}),
    ...(open && show && lesson.videoBytes ? { videoBytes: lesson.videoBytes } : {}),
    ...(open && show && lesson.captions?.length ? { captions: lesson.captions } : {}),
    ...(open && show && lesson.files?.length
      ? { files: lesson.files.map(({ id, name, bytes }) => ({ _id: id, name, bytes })) }
      : {}),
    ...(open && show && lesson.bodyHtml ? { text: show(lesson.bodyHtml) } : {}),
  }
}

/** Text of a certificate beside the title, with pictures where there are some. */
export const presentDetails = ({ signers, hours, competences }: CourseCertificate) => ({
  signers: signers.map(({ name, title, signature }) => ({ name, title, signature: signature ?? null })),
  hours,
  competences,
})
