import { paths } from '#contract/kit/paths.ts'
import type { Path } from '#contract/paths/paths.ts'
import { describeBreadcrumb, isoDuration } from '#web/catalog/structured-data.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

/** A path as a course of courses, in their order. */
export function describePath(origin: string, path: Path): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const url = origin + paths.learningPath({ slug: path.slug })
  return [
    {
      '@type': 'Course',
      '@id': url,
      url,
      name: path.title,
      description: path.tagline || path.description || path.title,
      inLanguage: 'id',
      provider: { '@id': `${origin}/#organization` },
      offers: {
        '@type': 'Offer',
        url,
        price: path.price,
        priceCurrency: 'IDR',
        availability: 'https://schema.org/InStock',
        category: path.price === 0 ? 'Free' : 'Paid',
      },
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: isoDuration(path.minutes),
      },
      hasPart: path.steps.map(({ courseId, title }, index) => ({
        '@type': 'Course',
        position: index + 1,
        name: title,
        url: origin + paths.courseDetail({ courseId }),
      })),
    },
    ...describeBreadcrumb(origin, [{ name: 'Jalur belajar', path: paths.learningPaths() }, { name: path.title }]),
  ]
}
