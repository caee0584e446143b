import { ilike } from 'drizzle-orm'
import type { AdminPath, ListAllPathsInput } from '#contract/paths/paths-admin.ts'
import { thumbnailUrl } from '#server/catalog/index.ts'
import { containing } from '#server/platform/database/index.ts'
import type { PathsDeps } from './deps.ts'
import { findPaths, pickPaths } from './find-paths.ts'
import { paths } from './tables.ts'

/** One page of all paths, for admins. */
export async function listAllPaths(
  deps: PathsDeps,
  { q, ...page }: ListAllPathsInput,
): Promise<{ rows: AdminPath[]; total: number }> {
  const { ids, total } = await pickPaths(deps.database.query, q ? ilike(paths.title, containing(q)) : undefined, page)
  return { rows: await present(deps, ids), total }
}

export async function showAnyPath(deps: PathsDeps, id: string): Promise<AdminPath | null> {
  return (await present(deps, [id]))[0] ?? null
}

async function present({ database, catalog }: PathsDeps, ids: readonly string[]): Promise<AdminPath[]> {
  const found = await findPaths(database.query, ids)
  const courseIds = [...found.values()].flatMap(({ steps }) => steps.map(({ courseId }) => courseId))
  const courses = new Map((await catalog.listCoursesById([...new Set(courseIds)])).map((course) => [course.id, course]))
  return ids.flatMap((id) => {
    const path = found.get(id)
    if (!path) return []
    const { row, steps } = path
    return {
      _id: row.id,
      slug: row.slug,
      title: row.title,
      tagline: row.tagline,
      description: row.description,
      isOrdered: row.isOrdered,
      discountPercent: row.discountPercent,
      status: row.status,
      steps: steps.flatMap(({ courseId, sentence }) => {
        const course = courses.get(courseId)
        return course
          ? { courseId, title: course.title, thumbnail: thumbnailUrl(course), status: course.status, sentence }
          : []
      }),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    }
  })
}
