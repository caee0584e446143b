import type { CourseCard, ListCoursesInput } from '#contract/catalog/catalog.ts'
import { readRunningSales, salePriceOf, type SalePrice } from '#server/commerce/prices/index.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { listPublished, type CourseRow } from './list-courses.ts'
import { presentCards } from './present-cards.ts'

/** One page of courses; `note` says that they are only near what was searched. */
export type ListedCourses = { cards: CourseCard[]; total: number; note: string | null }

/** Published courses, filtered, sorted and paged. */
export async function listCourses(deps: CatalogDeps, input: ListCoursesInput): Promise<ListedCourses> {
  dependsOn('courses')
  const { database, courseSearch, clock } = deps
  const { rows, sales, total, areNearest } = await listPublished(
    { queryable: database.query, search: courseSearch, now: clock.now() },
    input,
  )
  const note = areNearest ? `Tidak ada kelas yang persis “${input.q}”. Ini yang paling mirip.` : null
  return { cards: await presentCards(deps, rows, sales), total, note }
}

export const toCards = async (deps: CatalogDeps, rows: readonly CourseRow[]): Promise<CourseCard[]> =>
  presentCards(deps, rows, await readRunningSales(deps.database.query, deps.clock.now()))

/** Prices of these courses in the sales that are running, by id. */
export async function findSalePrices(
  queryable: Queryable,
  { rows, now }: { rows: readonly CourseRow[]; now: Date },
): Promise<Map<string, SalePrice>> {
  if (rows.length === 0) return new Map()
  const running = await readRunningSales(queryable, now)
  return new Map(
    rows
      .flatMap((row) => [[row.id, salePriceOf(running, row)] as const])
      .filter((each): each is [string, SalePrice] => each[1] !== null),
  )
}
