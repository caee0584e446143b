import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { CategorySwatch } from './topic-list.tsx'

/** Links to the three categories with the most courses, for empty lists. */
export function PopularTopics({ categories }: { categories: Category[] }) {
  return categories
    .toSorted((a, b) => b.courseCount - a.courseCount)
    .slice(0, 3)
    .map(({ slug, name }) => (
      <ButtonLink key={slug} to={paths.keyword({ keyword: slug })} variant="outline">
        <CategorySwatch slug={slug} />
        {name}
      </ButtonLink>
    ))
}
