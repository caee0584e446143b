import { eq, sql, type SQL } from 'drizzle-orm'
import { canManageCourse, type CourseRow } from '#server/catalog/index.ts'
import type { GroupsDeps } from './deps.ts'
import { groups, type GroupRow } from './tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

/** With what the database requires of a cohort. */
export type CohortRow = GroupRow & { courseId: string; startsOn: string; joinUntil: string }
export type OwnCohort = { cohort: CohortRow; course: CourseRow }

export function asCohort(row: GroupRow | undefined): CohortRow | null {
  if (row?.kind !== 'cohort') return null
  const { courseId, startsOn, joinUntil } = row
  return courseId !== null && startsOn !== null && joinUntil !== null ? { ...row, courseId, startsOn, joinUntil } : null
}

export async function findCohort(queryable: Queryable, cohortId: string): Promise<CohortRow | null> {
  const [row] = await queryable.select().from(groups).where(eq(groups.id, cohortId))
  return asCohort(row)
}

export async function hasCohort(
  { database }: Pick<GroupsDeps, 'database'>,
  courseId: string,
  cohortId: string,
): Promise<boolean> {
  return (await findCohort(database.query, cohortId))?.courseId === courseId
}

/** The id of the course of a cohort, as a part of a query. */
export const courseOfCohort = (cohortId: string): SQL =>
  sql`(select ${groups.courseId} from ${groups} where ${groups.id} = ${cohortId} and ${groups.kind} = 'cohort')`

/** A cohort for the staff of its course; null for others, and where it does not exist. */
export const findOwnCohort = async (
  deps: Pick<GroupsDeps, 'catalog' | 'database'>,
  staff: Viewer,
  cohortId: string,
): Promise<OwnCohort | null> => toOwnCohort(deps, staff, await findCohort(deps.database.query, cohortId))

export async function toOwnCohort(
  { catalog }: Pick<GroupsDeps, 'catalog'>,
  staff: Viewer,
  cohort: CohortRow | null,
): Promise<OwnCohort | null> {
  const course = cohort && (await catalog.findCourse(cohort.courseId))
  return cohort && course && canManageCourse(staff, course, 'edit') ? { cohort, course } : null
}
