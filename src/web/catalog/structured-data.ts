import type { CourseCard, LessonSummary } from '#contract/catalog/catalog.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { lessonMinutes } from '#contract/catalog/lesson-minutes.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import type { Crumb } from '#web/kit/ui/breadcrumb.tsx'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'
import { groupByChapter } from './course/course-chapters.tsx'
import { crumbsOf } from './crumbs.ts'

export function describeBreadcrumb(origin: string, crumbs: readonly Crumb[]): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const itemListElement = crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(path && { item: origin + path }),
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/** The courses of a list page, in the order shown. */
export function describeCourseList(origin: string, courses: readonly CourseCard[]): JsonLdNode[] {
  if (!import.meta.env.SSR || courses.length === 0) return []
  const itemListElement = courses.map(({ _id, title }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    url: origin + paths.courseDetail({ courseId: _id }),
  }))
  return [{ '@type': 'ItemList', numberOfItems: courses.length, itemListElement }]
}

/** Search engines read no more. */
const longestDescription = 500

export function describeCourse(origin: string, siteName: string, course: CourseOverview): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const url = origin + paths.courseDetail({ courseId: course._id })
  const organization = { '@type': 'Organization', '@id': `${origin}/#organisasi`, name: siteName, url: origin }
  return [
    {
      '@type': 'Course',
      '@id': `${url}#kelas`,
      url,
      name: course.title,
      description: (course.tagline || course.description).slice(0, longestDescription).toWellFormed().trim(),
      inLanguage: 'id',
      availableLanguage: ['id'],
      datePublished: course.publishedAt,
      educationalLevel: course.levels,
      image: [origin + imageOfCourse(course).path],
      provider: organization,
      publisher: organization,
      ...(course.learn.length > 0 && { teaches: course.learn }),
      ...(course.enrollmentCount > 0 && { totalHistoricalEnrollment: course.enrollmentCount }),
      syllabusSections: groupByChapter(course).map(({ chapter, lessons }) => ({
        '@type': 'Syllabus',
        name: chapter?.title ?? lessons[0]?.title ?? course.title,
        description: lessons.map(({ title }) => title).join(', '),
        timeRequired: asDuration(lessons),
      })),
      offers: {
        '@type': 'Offer',
        url,
        price: priceAfterDiscount(course),
        priceCurrency: 'IDR',
        availability: 'https://schema.org/InStock',
        category: priceAfterDiscount(course) === 0 ? 'Free' : 'Paid',
      },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: asDuration(course.details),
        ...(course.instructors.length > 0 && {
          instructor: course.instructors.map(({ name, slug }) => ({
            '@type': 'Person',
            name,
            ...(slug && { url: origin + paths.instructor({ slug }) }),
          })),
        }),
      },
      // Search engines require that the page shows the same rating.
      ...(course.ratingCount > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: course.rating,
          ratingCount: course.ratingCount,
          bestRating: 5,
          worstRating: 1,
        },
      }),
    },
    ...describePreview(origin, url, course),
    ...describeBreadcrumb(origin, [...crumbsOf(course), { name: course.title }]),
  ]
}

/** The time for lessons as ISO 8601 writes it, such as PT5H20M. */
export const asDuration = (lessons: readonly LessonSummary[]): string => isoDuration(lessonMinutes(lessons))

export function isoDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}

/** The free video at the top of the page. */
function describePreview(origin: string, url: string, course: CourseOverview): JsonLdNode[] {
  const lesson = course.details.find((lesson) => lesson.isPreview) ?? course.details[0]
  if (!lesson?.youtubeId) return []
  return [
    {
      '@type': 'VideoObject',
      '@id': `${url}#video`,
      name: lesson.title,
      description: `Contoh materi dari kelas ${course.title}.`,
      thumbnailUrl: origin + imageOfCourse(course).path,
      uploadDate: course.publishedAt,
      embedUrl: `https://www.youtube-nocookie.com/embed/${encodeURIComponent(lesson.youtubeId)}`,
    },
  ]
}

export const imageOfCourse = ({ _id, title, updatedAt }: CourseOverview) => ({
  path: sharingImage('kelas', _id, updatedAt),
  alt: title,
})
