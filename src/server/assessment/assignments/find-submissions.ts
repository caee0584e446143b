import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Submission } from '#contract/assessment/submissions.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { presentSubmission } from './present.ts'
import { submissionFiles, submissions, type SubmissionRow } from './tables.ts'

const maximumVersions = 50

/** Newest first. */
export async function listVersions(
  queryable: Queryable,
  { userId, lessonId }: { userId: string; lessonId: string },
  { lock = false } = {},
): Promise<SubmissionRow[]> {
  const query = queryable
    .select()
    .from(submissions)
    .where(and(eq(submissions.userId, userId), eq(submissions.lessonId, lessonId)))
    .orderBy(desc(submissions.number))
    .limit(maximumVersions)
  return lock ? await query.for('update') : await query
}

/** Rows with their files and the names of their reviewers, in the same order. */
export async function presentAll(
  { database, identity }: AssessmentDeps,
  rows: readonly SubmissionRow[],
): Promise<Submission[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const files = await database.query
    .select()
    .from(submissionFiles)
    .where(inArray(submissionFiles.submissionId, ids))
    .orderBy(asc(submissionFiles.submissionId), asc(submissionFiles.position))
  const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId)
  const people = await identity.findUserProfiles(rows.flatMap(({ reviewedBy }) => reviewedBy ?? []))
  return rows.map((row) =>
    presentSubmission(row, filesOf.get(row.id) ?? [], people.get(row.reviewedBy ?? '')?.name ?? ''),
  )
}

/** The courses whose submissions a staff member sees, by id; null for all. */
export const coursesOf = async (
  { catalog }: AssessmentDeps,
  staff: { id: string; role: string },
): Promise<string[] | null> => (staff.role === 'admin' ? null : catalog.listCourseIdsOf(staff.id, 'teach'))

/** Condition: the submission belongs to one of these courses. */
export const isIn = (courseIds: readonly string[] | null): SQL | undefined =>
  courseIds === null ? undefined : inArray(submissions.courseId, [...courseIds])
