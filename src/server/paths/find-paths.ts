import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isUuid } from '#contract/kit/uuid.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { containsText, type Queryable } from '#server/platform/database/index.ts'
import { pathSlugs, pathSteps, paths, savedPaths, type PathRow, type PathStepRow } from './tables.ts'

/** The cache tag of what shows paths. */
export const pathsTag = 'paths'

export type StoredPath = {
  row: PathRow
  /** In order, also of courses that left the catalogue. */ steps: PathStepRow[]
}

/** Paths with their steps, by id. */
export async function findPaths(queryable: Queryable, ids: readonly string[]): Promise<Map<string, StoredPath>> {
  dependsOn(pathsTag)
  if (ids.length === 0) return new Map()
  const rows = await queryable
    .select()
    .from(paths)
    .where(inArray(paths.id, [...ids]))
  const steps = Map.groupBy(
    await queryable
      .select()
      .from(pathSteps)
      .where(inArray(pathSteps.pathId, [...ids]))
      .orderBy(asc(pathSteps.position)),
    ({ pathId }) => pathId,
  )
  return new Map(rows.map((row) => [row.id, { row, steps: steps.get(row.id) ?? [] }]))
}

/** The id of the path with this id, or which has or had this slug. */
export async function findPathId(queryable: Queryable, idOrSlug: string): Promise<string | null> {
  dependsOn(pathsTag)
  if (isUuid(idOrSlug)) return idOrSlug
  const [row] = await queryable.select({ id: pathSlugs.pathId }).from(pathSlugs).where(eq(pathSlugs.slug, idOrSlug))
  return row?.id ?? null
}

/** Published, with at least one course that is. */
export const isPublicSql: SQL = sql`(${paths.status} = 'published' and exists (
  select 1 from ${pathSteps} join courses on courses.id = ${pathSteps.courseId}
  where ${pathSteps.pathId} = ${paths.id} and courses.status = 'published'))`

const searchText = sql`lower(${paths.title} || ' ' || ${paths.tagline})`
const maximumWords = 8

/** Public paths with every word of a search in their title or tagline. */
export async function searchPaths(
  queryable: Queryable,
  q: string,
  limit: number,
): Promise<Pick<PathRow, 'id' | 'slug' | 'title' | 'tagline'>[]> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maximumWords)
  if (words.length === 0) return []
  return queryable
    .select({ id: paths.id, slug: paths.slug, title: paths.title, tagline: paths.tagline })
    .from(paths)
    .where(and(isPublicSql, ...words.map((word) => containsText(searchText, word))))
    .orderBy(desc(paths.createdAt), desc(paths.id))
    .limit(limit)
}

/** The ids of one page, newest first, and how many there are. */
export async function pickPaths(
  queryable: Queryable,
  where: SQL | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const [counted] = await queryable.select({ total: count() }).from(paths).where(where)
  const picked = await queryable
    .select({ id: paths.id })
    .from(paths)
    .where(where)
    .orderBy(desc(paths.createdAt), desc(paths.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { ids: picked.map(({ id }) => id), total: counted?.total ?? 0 }
}

/** Published paths with a step of this course. */
export async function listPathIdsOfCourses(queryable: Queryable, courseIds: readonly string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows = await queryable
    .selectDistinct({ id: paths.id })
    .from(pathSteps)
    .innerJoin(paths, eq(paths.id, pathSteps.pathId))
    .where(and(inArray(pathSteps.courseId, [...courseIds]), eq(paths.status, 'published')))
  return rows.map(({ id }) => id)
}

/** The paths that somebody saved, newest first. */
export async function listSavedIds(queryable: Queryable, userId: string): Promise<string[]> {
  const rows = await queryable
    .select({ id: savedPaths.pathId })
    .from(savedPaths)
    .where(eq(savedPaths.userId, userId))
    .orderBy(desc(savedPaths.savedAt), asc(savedPaths.pathId))
  return rows.map(({ id }) => id)
}
