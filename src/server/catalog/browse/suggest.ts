import { asc, eq, exists, and } from 'drizzle-orm'
import type { Suggestion } from '#contract/site/site.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { listTitles } from './list-courses.ts'
import { categories, courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Term } from '#server/catalog/search/parse-query.ts'

const suggestionsShown = 8
const categoriesShown = 2

/** Suggestions for a partly typed text: categories that match it, then courses, best first. */
export async function suggest(
  { database, courseSearch }: Pick<CatalogDeps, 'database' | 'courseSearch'>,
  text: string,
): Promise<Suggestion[]> {
  const found = await courseSearch.find(text, { isTyping: true })
  if (!found) return []
  const named = (await listFilledCategories(database.query))
    .filter(({ name }) => isNamed(name, found.terms))
    .slice(0, categoriesShown)
  const titles = await listTitles(database.query, found.ranked, suggestionsShown - named.length)
  return [
    ...named.map(({ name, slug }) => ({ kind: 'category' as const, title: name, slug })),
    ...titles.map(({ id, title }) => ({ kind: 'course' as const, title, courseId: id })),
  ]
}

const listFilledCategories = (queryable: Queryable) =>
  queryable
    .select({ name: categories.name, slug: categories.slug })
    .from(categories)
    .where(
      exists(
        queryable
          .select({ id: courses.id })
          .from(courses)
          .where(and(eq(courses.categoryId, categories.id), eq(courses.status, 'published'))),
      ),
    )
    .orderBy(asc(categories.position))

/** True when each term is a prefix or synonym of a word of the name. */
function isNamed(name: string, terms: readonly Term[]): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const padded = ` ${words.join(' ')} `
  return terms.every(
    ({ text, synonyms }) => padded.includes(` ${text}`) || synonyms.some((synonym) => padded.includes(` ${synonym} `)),
  )
}
