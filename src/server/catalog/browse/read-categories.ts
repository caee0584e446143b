import { and, asc, count, eq } from 'drizzle-orm'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { initialCategories, neutralCategories } from './initial-categories.ts'
import { categories, courses } from '#server/catalog/tables.ts'
import { categoryCounts } from '#server/catalog/tags.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

export async function listCategories({ database }: CatalogDeps) {
  dependsOn('categories', categoryCounts)
  return database.query
    .select({
      id: categories.id,
      name: categories.name,
      group: categories.group,
      isInMenu: categories.inMenu,
      courseCount: count(courses.id),
    })
    .from(categories)
    .leftJoin(courses, and(eq(courses.categoryId, categories.id), eq(courses.status, 'published')))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), asc(categories.name))
}

/** True when an owner has changed the categories that a new site begins with, or has published a course in one of them. */
export async function areCategoriesChosen(deps: CatalogDeps): Promise<boolean> {
  const all = await listCategories(deps)
  const isInitial = [initialCategories, neutralCategories].some(
    (initial) =>
      all.length === initial.length &&
      all.every(({ name, group }, at) => name === initial[at]?.name && group === initial[at]?.group),
  )
  return all.length > 0 && (!isInitial || all.some(({ courseCount }) => courseCount > 0))
}

export async function findCategoryBySlug({ database }: CatalogDeps, slug: string) {
  dependsOn('categories')
  const [row] = await database.query.select().from(categories).where(eq(categories.slug, slug))
  return row ?? null
}

export async function hasCategories(tx: Tx): Promise<boolean> {
  return (await tx.select({ id: categories.id }).from(categories).limit(1)).length > 0
}
