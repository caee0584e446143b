import type { Category } from '#contract/catalog.ts'
import type { CourseOverview } from '#contract/learning.ts'
import { paths } from '#contract/paths.ts'
import type { Crumb } from '#web/ui/breadcrumb.tsx'

const catalogue: Crumb = { name: 'Kelas', path: paths.catalogue() }

/** The way to a category, or to what a keyword found. */
export const crumbsOfKeyword = (keyword: string, category: Category | null): Crumb[] => [catalogue, { name: category?.name ?? `“${keyword}”` }]

/** The way to a course; its title stands below as the heading. */
export function crumbsOf({ category }: CourseOverview): Crumb[] {
  return category.slug ? [catalogue, { name: category.name, path: paths.keyword({ keyword: category.slug }) }] : [catalogue]
}
