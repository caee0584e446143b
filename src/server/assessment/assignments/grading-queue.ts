import { and, eq, sql, type SQL } from 'drizzle-orm'
import {
  maximumWaitingShown,
  type ListSubmissionsInput,
  type QueuedSubmission,
  type GradedSubmission,
} from '#contract/assessment/assignment-grading.ts'
import type { GradingStatus } from '#contract/assessment/assignment-values.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { countUpTo, keyset, type KeysetInput, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findTerms } from './edit-assignment.ts'
import { coursesOf, isIn, listVersions, presentAll } from './find-submissions.ts'
import { submissions, type SubmissionRow } from './tables.ts'

type Queue = KeysetPage<QueuedSubmission> & { total: number; isCounted: boolean }

/** Submissions with one status in all courses that this staff member sees: oldest first while they wait, else newest first. */
export async function listQueue(
  deps: AssessmentDeps,
  staff: Viewer,
  { status, course, ...input }: ListSubmissionsInput,
): Promise<Queue> {
  const courseIds = await narrow(deps, staff, course)
  const { rows, ...steps } = await readPage(deps, courseIds, status, input)
  const where = and(hasPlace(deps, status), isIn(courseIds))
  return {
    rows: await presentQueued(deps, rows),
    ...steps,
    ...(await countUpTo(deps.database.query, maximumCounted, submissions, where)),
  }
}

/** Nobody waits for a review of what a student handed in whose access to the course ended since; it waits again once the access returns. */
const hasPlace = ({ learning }: AssessmentDeps, status: GradingStatus): SQL | undefined =>
  and(
    eq(submissions.status, status),
    status === 'waiting' ? learning.enrollmentSql.isActive(submissions.userId, submissions.courseId) : undefined,
  )

/** The course of a filter, if the staff member sees it. */
async function narrow(deps: AssessmentDeps, staff: Viewer, course: string | undefined): Promise<string[] | null> {
  const own = await coursesOf(deps, staff)
  if (course === undefined || course === '') return own
  return isUuid(course) && (own === null || own.includes(course)) ? [course] : []
}

/** Each course is read in the order of its index, so that the courses of others cost nothing. */
async function readPage(
  deps: AssessmentDeps,
  courseIds: string[] | null,
  status: GradingStatus,
  input: KeysetInput,
): Promise<KeysetPage<SubmissionRow>> {
  const at = keyset(
    { key: submissions.submittedAt, type: 'instant', id: submissions.id, descending: status !== 'waiting' },
    input,
  )
  const page = and(hasPlace(deps, status), at.where)
  const columns = { row: submissions, id: submissions.id, position: at.position }
  const ordered = deps.database.query
    .select(columns)
    .from(submissions)
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  if (courseIds === null) return rowsOf(at.finish(await ordered.where(page)))
  const firstOfEach = sql`${submissions.id} in (
    select first.id from jsonb_array_elements_text(${JSON.stringify(courseIds)}::jsonb) as own (course_id)
    cross join lateral (
      select ${submissions.id} from ${submissions} where ${submissions.courseId} = own.course_id::uuid and ${page}
      order by ${sql.join(at.orderBy, sql`, `)} limit ${at.limit + at.offset}
    ) as first)`
  return rowsOf(at.finish(await ordered.where(firstOfEach)))
}

const rowsOf = ({ rows, ...steps }: KeysetPage<{ row: SubmissionRow }>): KeysetPage<SubmissionRow> => ({
  rows: rows.map(({ row }) => row),
  ...steps,
})

async function presentQueued(deps: AssessmentDeps, rows: readonly SubmissionRow[]): Promise<QueuedSubmission[]> {
  const named = await readNames(deps, rows)
  return rows.flatMap((row) => {
    const { id, number, status, submittedAt } = row
    return status === 'replaced'
      ? []
      : [{ _id: id, number, status, submittedAt: submittedAt.toISOString(), ...named(row) }]
  })
}

/** The names of students, courses and lessons. */
async function readNames({ identity, catalog }: AssessmentDeps, rows: readonly SubmissionRow[]) {
  const people = await identity.findUserProfiles(rows.map(({ userId }) => userId))
  const courses = await catalog.listCoursesById([...new Set(rows.map(({ courseId }) => courseId))])
  const courseTitles = new Map(courses.map(({ id, title }) => [id, title]))
  const lessonTitles = await catalog.findLessonTitles([...new Set(rows.map(({ lessonId }) => lessonId))], {
    withDrafts: true,
  })
  return ({ userId, courseId, lessonId }: SubmissionRow) => ({
    student: { _id: userId, name: people.get(userId)?.name ?? '' },
    course: { _id: courseId, title: courseTitles.get(courseId) ?? '' },
    content: { _id: lessonId, title: lessonTitles.get(lessonId) ?? '' },
  })
}

export async function countWaiting(
  deps: AssessmentDeps,
  staff: Viewer,
): Promise<{ waiting: number; isCounted: boolean }> {
  const where = and(hasPlace(deps, 'waiting'), isIn(await coursesOf(deps, staff)))
  const { total, isCounted } = await countUpTo(deps.database.query, maximumWaitingShown, submissions, where)
  return { waiting: total, isCounted }
}

/** The oldest submission that waits for a staff member; null when there is none. */
export async function findNext(deps: AssessmentDeps, staff: Viewer): Promise<string | null> {
  const { rows } = await readPage(deps, await coursesOf(deps, staff), 'waiting', { page: 1, limit: 1 })
  return rows[0]?.id ?? null
}

export async function showSubmission(
  deps: AssessmentDeps,
  staff: Viewer,
  id: string,
): Promise<GradedSubmission | null> {
  const { query } = deps.database
  const [row] = await query
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), isIn(await coursesOf(deps, staff))))
  const lesson = row && (await deps.catalog.findLesson(row.courseId, row.lessonId))
  if (!row || !lesson) return null
  const [shown] = await presentAll(deps, [row])
  if (!shown) throw new Error('The submission was not presented')
  const named = await readNames(deps, [row])
  return {
    ...shown,
    ...named(row),
    task: lesson.bodyHtml ?? '',
    terms: await findTerms(query, row.lessonId),
    versions: await presentAll(deps, await listVersions(query, row)),
  }
}
