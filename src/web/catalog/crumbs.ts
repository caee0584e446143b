import type { Category } from '#contract/catalog/catalog.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Crumb } from '#web/kit/ui/breadcrumb.tsx'

const catalogue: Crumb = { name: 'Kelas', path: paths.catalogue() }

/** The breadcrumb of a category page or of a keyword page. */
export const crumbsOfKeyword = (keyword: string, category: Category | null): Crumb[] => [
  catalogue,
  { name: category?.name ?? `“${keyword}”` },
]

/** The breadcrumb of a course, without the title, which is the heading below. */
export function crumbsOf({ category }: CourseOverview): Crumb[] {
  return category.slug
    ? [catalogue, { name: category.name, path: paths.keyword({ keyword: category.slug }) }]
    : [catalogue]
}
