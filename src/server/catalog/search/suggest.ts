import { asc, eq, exists, and } from 'drizzle-orm'
import type { Suggestion } from '#contract/site/site.ts'
import { listTitles } from '#server/catalog/list-courses.ts'
import { categories, courses } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Term } from './parse-query.ts'
import type { CourseSearch } from './search.ts'

const suggestionsShown = 8
const categoriesShown = 2

/** Categories that match the text, then courses. */
export async function suggest(queryable: Queryable, search: CourseSearch, text: string): Promise<Suggestion[]> {
  const found = await search.find(text, { isTyping: true })
  if (!found) return []
  const named = (await listFilledCategories(queryable)).filter(({ name }) => isNamed(name, found.terms)).slice(0, categoriesShown)
  const titles = await listTitles(queryable, found.ranked, suggestionsShown - named.length)
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

/** Whether each term is a prefix or synonym of a word of the name. */
function isNamed(name: string, terms: readonly Term[]): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const padded = ` ${words.join(' ')} `
  return terms.every(({ text, synonyms }) => padded.includes(` ${text}`) || synonyms.some((synonym) => padded.includes(` ${synonym} `)))
}
