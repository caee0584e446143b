import { paths } from '#contract/kit/paths.ts'
import type { Path } from '#contract/paths/paths.ts'
import { describeBreadcrumb } from '#web/catalog/structured-data.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

/** A path as a list of courses, in their order. */
export function describePath(origin: string, path: Path): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const url = origin + paths.learningPath({ slug: path.slug })
  return [
    {
      '@type': 'ItemList',
      '@id': url,
      url,
      name: path.title,
      description: path.tagline || path.description || path.title,
      itemListElement: path.steps.map(({ courseId, title }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: origin + paths.courseDetail({ courseId }),
      })),
    },
    ...describeBreadcrumb(origin, [{ name: 'Jalur belajar', path: paths.learningPaths() }, { name: path.title }]),
  ]
}
