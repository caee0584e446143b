import type { CourseCard } from '#contract/catalog/catalog.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import type { Api } from '#web/identity/index.ts'

const shown = 3
const maximumAsked = 100
const none: ReadonlySet<string> = new Set()

/**
 * Courses of the same category first, among them those of the same level, then the most popular ones; without `owned`. A failure
 * gives none.
 */
export async function listRelated(api: Api, course: CourseOverview, owned = none): Promise<CourseCard[]> {
  const more = (count: number) => Math.min(maximumAsked, count + owned.size)
  try {
    const [similar, popular] = await Promise.all([
      course.category.slug
        ? api.anonymous.catalog.listCourses({ category: course.category.slug, sort: 'popular', limit: more(shown + 1) })
        : { data: [] },
      api.anonymous.catalog.listCourses({ sort: 'popular', limit: more(shown * 2 + 1) }),
    ])
    const sameLevelFirst = similar.data.toSorted(
      (a, b) => Number(b.levels === course.levels) - Number(a.levels === course.levels),
    )
    const found = new Map([...sameLevelFirst, ...popular.data].map((item) => [item._id, item]))
    for (const id of [course._id, ...owned]) found.delete(id)
    return [...found.values()].slice(0, shown)
  } catch {
    return []
  }
}
