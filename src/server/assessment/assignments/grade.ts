import { and, eq } from 'drizzle-orm'
import { bestPoints, type Criterion } from '#contract/assessment/assignment.ts'
import type { GradeInput } from '#contract/assessment/assignment-grading.ts'
import type { Score } from '#contract/assessment/assignment-values.ts'
import type { AssignmentTerms, Submission } from '#contract/assessment/submissions.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findTerms } from './edit-assignment.ts'
import { coursesOf, isIn, presentAll } from './find-submissions.ts'
import { findNext } from './grading-queue.ts'
import { submissions } from './tables.ts'

type GradeOutcome =
  | { outcome: 'reviewed'; submission: Submission & { nextId: string | null } }
  | Refusal<'not-found' | 'stale'>
  | InvalidInput

/** Accepts a waiting submission, which completes the lesson, or asks for a revision. A student who still has the course is told. */
export async function gradeSubmission(
  deps: AssessmentDeps,
  staff: Viewer,
  { id, decision, scores, comment }: GradeInput & { id: string },
): Promise<GradeOutcome> {
  const isOwn = and(eq(submissions.id, id), isIn(await coursesOf(deps, staff)))
  const reviewed = await deps.database.transaction(async (tx) => {
    const [row] = await tx.select().from(submissions).where(isOwn).for('update')
    const course = row && (await deps.catalog.findCourse(row.courseId, tx))
    if (!row || !course) return refused('not-found')
    if (row.status !== 'waiting') return refused('stale')
    const grading = grade(await findTerms(tx, row.lessonId), scores, { isComplete: decision === 'accept' })
    if (grading.outcome !== 'graded') return grading
    const { graded } = grading
    const status = decision === 'accept' ? ('accepted' as const) : ('revise' as const)
    const [after] = await tx
      .update(submissions)
      .set({ status, reviewedAt: deps.clock.now(), reviewedBy: staff.id, comment, ...graded })
      .where(eq(submissions.id, id))
      .returning()
    if (!after) throw new Error('The locked submission does not exist')
    if (status === 'accepted') await deps.learning.completeByResult(tx, row)
    const title =
      (await deps.catalog.findLessonTitles([row.lessonId], { tx, withDrafts: true })).get(row.lessonId) ?? ''
    const details = {
      title,
      courseId: row.courseId,
      userId: row.userId,
      version: row.number,
      status,
      value: graded.earnedPoints,
    }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'submission.reviewed',
      subjectId: id,
      details,
    })
    const points = graded.earnedPoints === null ? null : `${graded.earnedPoints} dari ${graded.maximumPoints} poin`
    const lesson = { courseId: row.courseId, courseTitle: course.title, lessonId: row.lessonId, lessonTitle: title }
    // Who cannot open the course any more is not told.
    if (await deps.learning.isEnrolled(row.userId, row.courseId, tx))
      await deps.notify(tx, {
        kind: 'submission-reviewed',
        userId: row.userId,
        actorId: staff.id,
        data: { ...lesson, status, comment, points },
      })
    return { outcome: 'stored' as const, row: after }
  })
  if (reviewed.outcome !== 'stored') return reviewed
  const [presented] = await presentAll(deps, [reviewed.row])
  if (!presented) throw new Error('The reviewed submission was not presented')
  return { outcome: 'reviewed', submission: { ...presented, nextId: await findNext(deps, staff) } }
}

type Graded = { scores: Score[]; earnedPoints: number | null; maximumPoints: number | null }

/** The chosen levels with what they earn, scaled to the points of the assignment; null points while a criterion has no level. */
function grade(
  { points, criteria }: AssignmentTerms,
  chosen: Readonly<Record<string, string>>,
  { isComplete }: { isComplete: boolean },
): { outcome: 'graded'; graded: Graded } | InvalidInput {
  const scores = criteria.map((criterion) => scoreOf(criterion, chosen[criterion._id]))
  const isKnown = (id: string) => criteria.some(({ _id }) => _id === id)
  const errors = [
    ...criteria.flatMap(({ _id }, index) =>
      scores[index] === null && (isComplete || Object.hasOwn(chosen, _id)) ? [`scores.${_id}`] : [],
    ),
    ...Object.keys(chosen).flatMap((id) => (isKnown(id) ? [] : [`scores.${id}`])),
  ]
  if (errors.length > 0)
    return invalidInput(Object.fromEntries(errors.map((field) => [field, 'Pilih satu tingkat untuk kriteria ini'])))
  const given = scores.filter((score) => score !== null)
  const graded = (earnedPoints: number | null, maximumPoints = earnedPoints) => ({
    outcome: 'graded' as const,
    graded: { scores: given, earnedPoints, maximumPoints },
  })
  if (criteria.length === 0) return graded(isComplete ? points : null)
  if (given.length < criteria.length) return graded(null)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const share = sum(given.map((score) => score.points)) / sum(given.map((score) => score.maximumPoints))
  return graded(Math.round(points * share), points)
}

function scoreOf(criterion: Criterion, levelId: string | undefined): Score | null {
  const level = criterion.levels.find(({ _id }) => _id === levelId)
  if (!level) return null
  return {
    criterion: criterion.title,
    level: level.title,
    description: level.description,
    points: level.points,
    maximumPoints: bestPoints(criterion),
  }
}
