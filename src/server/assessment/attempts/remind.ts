import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockedJob, type Job } from '#server/platform/jobs/index.ts'
import { quizAttempts, type AttemptRow } from '#server/assessment/tables.ts'

const remindedBeforeMs = hourMs
/** A quiz of an hour or two is taken in one go; its player shows the time. */
const shortestMs = 3 * hourMs

/** Tells of open attempts whose time ends within an hour, once each. */
export const deadlineJob = (deps: AssessmentDeps): Job => {
  const { deadline, submittedAt, deadlineToldAt } = quizAttempts
  return lockedJob(deps, {
    name: 'quiz-deadlines',
    table: quizAttempts,
    id: 'id',
    isWaiting: sql`${submittedAt} is null and ${deadline} is not null and ${deadlineToldAt} is null`,
    isDue: (now) => and(gt(deadline, now), lte(deadline, new Date(now.getTime() + remindedBeforeMs))),
    orderBy: [asc(deadline)],
    async perform(tx, attempt) {
      await remind(tx, deps, attempt)
      return { deadlineToldAt: deps.clock.now() }
    },
  })
}

async function remind(tx: Tx, { catalog, learning, notify }: AssessmentDeps, attempt: AttemptRow): Promise<void> {
  const { userId, courseId, lessonId, startedAt, deadline } = attempt
  if (!deadline || deadline.getTime() - startedAt.getTime() < shortestMs) return
  const lessonTitle = (await catalog.findLessonTitles([lessonId], { tx })).get(lessonId)
  // Who cannot open a draft, or a course whose purchase was refunded, is not told.
  if (lessonTitle === undefined || !(await learning.isEnrolled(userId, courseId, tx))) return
  const [course] = await catalog.listCoursesById([courseId], tx)
  const data = { courseId, courseTitle: course?.title ?? '', lessonId, lessonTitle, at: deadline.toISOString() }
  await notify(tx, { kind: 'deadline', userId, data, subjectId: lessonId })
}

/** True when the attempt that was told of still runs. */
export async function isStillOpen(
  tx: Tx,
  { clock }: AssessmentDeps,
  { userId, data: { lessonId } }: { userId: string; data: { lessonId: string } },
): Promise<boolean> {
  const isRunning = and(isNull(quizAttempts.submittedAt), gt(quizAttempts.deadline, clock.now()))
  const isOfThis = and(eq(quizAttempts.userId, userId), eq(quizAttempts.lessonId, lessonId))
  return (await tx.$count(quizAttempts, and(isOfThis, isRunning))) > 0
}
