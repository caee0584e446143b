import { newId } from '#server/platform/new-id.ts'
import type { AuditAction } from '#contract/site/audit-actions.ts'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { beginsInMenu, categorySlug } from '#contract/catalog/catalog.ts'
import type { AdminCategory, CategoryInput } from '#contract/catalog/categories.ts'
import { describeChange, type Audit } from '#server/audit/index.ts'
import { bindDeps } from '#server/platform/bind-deps.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import {
  lockUntilCommit,
  type Database,
  type Queryable,
  type Tx,
  saveVersioned,
} from '#server/platform/database/index.ts'
import { refused, refusedFields } from '#server/platform/outcomes.ts'
import { categories, courses } from '#server/catalog/tables.ts'

/** Promo codes and sales lower the prices of a category. */
type CategoryOffers = {
  count: (tx: Tx, categoryId: string) => Promise<number>
  move: (tx: Tx, between: { from: string; to: string }) => Promise<void>
}
type Deps = { database: Database; cacheTags: CacheTags; audit: Audit; offers: CategoryOffers }
export type CategoryEditor = ReturnType<typeof categoryEditorModule>

const hasFixedName = ({ name, inMenu }: { name: string; inMenu: boolean }): boolean => inMenu && beginsInMenu(name)
const nameTaken = () => refusedFields('name-taken', { name: 'Kategori dengan alamat ini sudah ada.' })

/** Category administration. Changes invalidate the public pages at once. */
export const categoryEditorModule = (deps: Deps) =>
  bindDeps(deps, {
    list: listAdminCategories,
    create: createCategory,
    update: updateCategory,
    remove: deleteCategory,
    order: orderCategories,
  })

const record = (
  { audit }: Deps,
  tx: Tx,
  adminId: string,
  action: AuditAction,
  categoryId: string,
  details: Record<string, unknown>,
) => audit.record(tx, { actorId: adminId, action, subjectId: categoryId, details })

async function isTaken(tx: Tx, name: string, exceptId: string | null): Promise<boolean> {
  const taken = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.slug, categorySlug(name)), exceptId ? ne(categories.id, exceptId) : undefined))
  return taken.length > 0
}

/** Serializes all category changes, so that names stay unique and orders complete. */
const lock = (tx: Tx) => lockUntilCommit(tx, 'categories')

async function createCategory(
  deps: Deps,
  { name, group, isInMenu = beginsInMenu(name) }: CategoryInput,
  adminId: string,
) {
  return deps.database.transaction(async (tx) => {
    await lock(tx)
    if (await isTaken(tx, name, null)) return nameTaken()
    const id = newId()
    const [last] = await tx.select({ position: sql<number | null>`max(${categories.position})` }).from(categories)
    await tx
      .insert(categories)
      .values({ id, name, group, inMenu: isInMenu, slug: categorySlug(name), position: (last?.position ?? -1) + 1 })
    await record(deps, tx, adminId, 'category.created', id, { name })
    await deps.cacheTags.invalidate(tx, ['categories'])
    return saved(tx, id)
  })
}

async function updateCategory(
  deps: Deps,
  id: string,
  { name, group, isInMenu, version }: CategoryInput & { version: number },
  adminId: string,
) {
  return deps.database.transaction(async (tx) => {
    await lock(tx)
    const changed = await saveVersioned(tx, categories, { id, version }, async (before) => {
      const inMenu = isInMenu ?? before.inMenu
      if (hasFixedName({ ...before, inMenu }) && name !== before.name)
        return refusedFields('in-menu', { name: 'Nama kategori di menu Kelas tetap.' })
      if (await isTaken(tx, name, id)) return nameTaken()
      return { name, group, inMenu, slug: categorySlug(name) }
    })
    if (changed.outcome !== 'saved') return changed
    const fields = { name: 'values', group: 'values', inMenu: 'values' } as const
    const change = describeChange(changed.before, changed.after, fields)
    await record(deps, tx, adminId, 'category.updated', id, { name, ...change })
    await deps.cacheTags.invalidate(tx, ['categories', 'courses', ...(await courseTags(tx, id))])
    return saved(tx, id)
  })
}

/** A category with courses, promo codes or sales can be deleted only with a category to move them to. */
async function deleteCategory(deps: Deps, id: string, moveTo: string | null, adminId: string) {
  return deps.database.transaction(async (tx) => {
    await lock(tx)
    // Whatever is being saved for this category is counted here, or is told that it is gone.
    const [before] = await tx.select().from(categories).where(eq(categories.id, id)).for('update')
    if (!before) return refused('not-found')
    if (hasFixedName(before)) return refusedFields('in-menu', {})
    const [target] =
      moveTo && moveTo !== id
        ? await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, moveTo))
        : []
    const tags = await courseTags(tx, id)
    const offerCount = await deps.offers.count(tx, id)
    if (tags.length + offerCount > 0 && !target)
      return { outcome: 'in-use' as const, data: { courseCount: tags.length, offerCount } }
    if (target) {
      await tx.update(courses).set({ categoryId: target.id }).where(eq(courses.categoryId, id))
      await deps.offers.move(tx, { from: id, to: target.id })
    }
    await tx.delete(categories).where(eq(categories.id, id))
    await record(deps, tx, adminId, 'category.deleted', id, {
      name: before.name,
      movedCourses: tags.length,
      movedOffers: offerCount,
      ...(target ? { movedTo: target.id } : {}),
    })
    await deps.cacheTags.invalidate(tx, ['categories', 'courses', ...tags])
    return { outcome: 'deleted' as const }
  })
}

/** The list must contain every category exactly once. */
async function orderCategories(deps: Deps, categoryIds: readonly string[], adminId: string) {
  return deps.database.transaction(async (tx) => {
    await lock(tx)
    const known = await tx.select({ id: categories.id }).from(categories)
    const wanted = new Set(categoryIds)
    if (wanted.size !== categoryIds.length || known.length !== wanted.size || !known.every(({ id }) => wanted.has(id)))
      return refused('stale')
    for (const [position, id] of categoryIds.entries())
      await tx.update(categories).set({ position }).where(eq(categories.id, id))
    await record(deps, tx, adminId, 'category.ordered', 'all', {})
    await deps.cacheTags.invalidate(tx, ['categories'])
    return { outcome: 'ordered' as const, categories: await listAll(tx) }
  })
}

async function courseTags(tx: Tx, categoryId: string): Promise<string[]> {
  const rows = await tx.select({ id: courses.id }).from(courses).where(eq(courses.categoryId, categoryId))
  return rows.map((row) => `course:${row.id}`)
}

const listAdminCategories = ({ database }: Deps): Promise<AdminCategory[]> => listAll(database.query)

async function listAll(queryable: Queryable): Promise<AdminCategory[]> {
  const rows = await queryable
    .select({ category: categories, courseCount: count(courses.id) })
    .from(categories)
    .leftJoin(courses, eq(courses.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), asc(categories.name))
  return rows.map(({ category: { id, name, slug, group, inMenu, version }, courseCount }) => ({
    _id: id,
    name,
    slug,
    group,
    courseCount,
    isInMenu: inMenu,
    hasFixedName: hasFixedName({ name, inMenu }),
    version,
  }))
}

async function saved(tx: Tx, id: string) {
  const category = (await listAll(tx)).find(({ _id }) => _id === id)
  if (!category) throw new Error('The saved category was not found')
  return { outcome: 'saved' as const, category }
}
