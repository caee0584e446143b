import { and, asc, count, eq } from 'drizzle-orm'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { categories, courses } from '#server/catalog/tables.ts'
import { categoryCounts } from '#server/catalog/tags.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

export async function listCategories({ database }: CatalogDeps) {
  dependsOn('categories', categoryCounts)
  return database.query
    .select({ id: categories.id, name: categories.name, group: categories.group, courseCount: count(courses.id) })
    .from(categories)
    .leftJoin(courses, and(eq(courses.categoryId, categories.id), eq(courses.status, 'published')))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), asc(categories.name))
}

export async function findCategoryBySlug({ database }: CatalogDeps, slug: string) {
  dependsOn('categories')
  const [row] = await database.query.select().from(categories).where(eq(categories.slug, slug))
  return row ?? null
}

export async function hasCategories(tx: Tx): Promise<boolean> {
  return (await tx.select({ id: categories.id }).from(categories).limit(1)).length > 0
}
