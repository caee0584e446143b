import type { AuditAction } from '#contract/site/audit-actions.ts'
import { randomUUIDv7 } from 'node:crypto'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { categorySlug, menuCategoryNames } from '#contract/catalog/catalog.ts'
import type { AdminCategory, CategoryInput } from '#contract/catalog/categories.ts'
import { describeChange, type Audit } from '#server/platform/audit/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import { lockUntilCommit, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { categories, courses } from '#server/catalog/tables.ts'

type Deps = { database: Database; cacheTags: CacheTags; audit: Audit }
export type CategoryEditor = ReturnType<typeof categoryEditorModule>

const isInMenu = (name: string): boolean => (menuCategoryNames as readonly string[]).includes(name)

/** Category administration. Changes invalidate the public pages at once. */
export function categoryEditorModule({ database, cacheTags, audit }: Deps) {
  const record = (tx: Tx, adminId: string, action: AuditAction, categoryId: string, details: Record<string, unknown>) =>
    audit.record(tx, { actorId: adminId, action, subjectKind: 'category', subjectId: categoryId, details })

  async function isTaken(tx: Tx, name: string, exceptId: string | null): Promise<boolean> {
    const taken = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(and(eq(categories.slug, categorySlug(name)), exceptId ? ne(categories.id, exceptId) : undefined))
    return taken.length > 0
  }

  /** Serializes all category changes, so that names stay unique and orders complete. */
  const lock = (tx: Tx) => lockUntilCommit(tx, 'categories')

  return {
    list: () => listAdminCategories(database.query),

    async create({ name, group }: CategoryInput, adminId: string): Promise<AdminCategory | 'name-taken'> {
      const id = randomUUIDv7()
      const done = await database.transaction(async (tx) => {
        await lock(tx)
        if (await isTaken(tx, name, null)) return false
        const [last] = await tx.select({ position: sql<number | null>`max(${categories.position})` }).from(categories)
        await tx.insert(categories).values({ id, name, group, slug: categorySlug(name), position: (last?.position ?? -1) + 1 })
        await record(tx, adminId, 'category.created', id, { name })
        await cacheTags.invalidate(tx, ['categories'])
        return true
      })
      return done ? ((await find(database.query, id)) as AdminCategory) : 'name-taken'
    },

    async update(id: string, { name, group, version }: CategoryInput & { version: number }, adminId: string) {
      const outcome = await database.transaction(async (tx) => {
        await lock(tx)
        const [before] = await tx.select().from(categories).where(eq(categories.id, id))
        if (!before) return 'not-found'
        if (before.version !== version) return 'stale'
        if (isInMenu(before.name) && name !== before.name) return 'in-menu'
        if (await isTaken(tx, name, id)) return 'name-taken'
        await tx
          .update(categories)
          .set({ name, group, slug: categorySlug(name), version: version + 1 })
          .where(eq(categories.id, id))
        await record(tx, adminId, 'category.updated', id, { name, ...describeChange(before, { ...before, name, group }, { name: 'values', group: 'values' }) })
        await cacheTags.invalidate(tx, ['categories', 'courses', ...(await courseTags(tx, id))])
        return 'saved'
      })
      return outcome === 'saved' ? ((await find(database.query, id)) as AdminCategory) : outcome
    },

    /** A category with courses can be deleted only with a category to move them to. */
    async remove(id: string, moveTo: string | null, adminId: string): Promise<'deleted' | 'not-found' | 'in-menu' | { courseCount: number }> {
      return database.transaction(async (tx) => {
        await lock(tx)
        const [before] = await tx.select().from(categories).where(eq(categories.id, id))
        if (!before) return 'not-found'
        if (isInMenu(before.name)) return 'in-menu'
        const [target] = moveTo && moveTo !== id ? await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, moveTo)) : []
        const tags = await courseTags(tx, id)
        if (tags.length > 0 && !target) return { courseCount: tags.length }
        if (target) await tx.update(courses).set({ categoryId: target.id }).where(eq(courses.categoryId, id))
        await tx.delete(categories).where(eq(categories.id, id))
        await record(tx, adminId, 'category.deleted', id, { name: before.name, movedCourses: tags.length, ...(target ? { movedTo: target.id } : {}) })
        await cacheTags.invalidate(tx, ['categories', 'courses', ...tags])
        return 'deleted'
      })
    },

    /** False when the list does not contain every category exactly once. */
    async order(categoryIds: readonly string[], adminId: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        await lock(tx)
        const known = await tx.select({ id: categories.id }).from(categories)
        const wanted = new Set(categoryIds)
        if (wanted.size !== categoryIds.length || known.length !== wanted.size || !known.every(({ id }) => wanted.has(id))) return false
        for (const [position, id] of categoryIds.entries()) await tx.update(categories).set({ position }).where(eq(categories.id, id))
        await record(tx, adminId, 'category.ordered', 'all', {})
        await cacheTags.invalidate(tx, ['categories'])
        return true
      })
    },
  }
}

async function courseTags(tx: Tx, categoryId: string): Promise<string[]> {
  const rows = await tx.select({ id: courses.id }).from(courses).where(eq(courses.categoryId, categoryId))
  return rows.map((row) => `course:${row.id}`)
}

async function listAdminCategories(queryable: Queryable): Promise<AdminCategory[]> {
  const rows = await queryable
    .select({ category: categories, courseCount: count(courses.id) })
    .from(categories)
    .leftJoin(courses, eq(courses.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), asc(categories.name))
  return rows.map(({ category: { id, name, slug, group, version }, courseCount }) => ({
    _id: id,
    name,
    slug,
    group,
    courseCount,
    isInMenu: isInMenu(name),
    version,
  }))
}

const find = async (queryable: Queryable, id: string) => (await listAdminCategories(queryable)).find((category) => category._id === id)
